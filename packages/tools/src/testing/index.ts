export { toolIndexContract, type ToolIndexCase } from './tool-index-contract'
