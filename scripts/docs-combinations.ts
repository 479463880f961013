import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'
import { COMBINATIONS_PAGE, renderCombinations } from '../packages/chat/test/combinations/combinations-page'

/** Writes the page of combinations: `npm run docs:combinations`. */
writeFileSync(join(REPOSITORY, COMBINATIONS_PAGE), renderCombinations())
console.log(`wrote ${COMBINATIONS_PAGE}`)
