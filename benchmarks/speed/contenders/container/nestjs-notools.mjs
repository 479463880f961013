import { nest } from './nestjs.mjs'
export default nest('nestjs (no tool scan)', false)
