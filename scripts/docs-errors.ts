import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'
import { readSourceTree } from '../architecture/source-tree'
import { CATALOGUE_PAGE, readCatalogue, renderCatalogue } from './error-catalogue'

/** Writes the page of error codes: `npm run docs:errors`. */
const catalogue = readCatalogue(readSourceTree(REPOSITORY))
writeFileSync(join(REPOSITORY, CATALOGUE_PAGE), renderCatalogue(catalogue))
console.log(`${CATALOGUE_PAGE}: ${catalogue.length} codes`)
