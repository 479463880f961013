import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'
import { readSourceTree } from '../architecture/source-tree'
import { API_PAGE, renderApiReport } from './api-report'

/** Writes the page of public names: `npm run docs:api`. */
writeFileSync(join(REPOSITORY, API_PAGE), renderApiReport(readSourceTree(REPOSITORY)))
console.log(`wrote ${API_PAGE}`)
