import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'
import {
  PROPERTIES_PAGE,
  readPropertiesClasses,
  renderProperties,
  renderSchema,
  SCHEMA_FILE,
} from './property-catalogue'

/** Writes the page of properties and the schema for editors: `npm run docs:properties`. */
const classes = readPropertiesClasses()
writeFileSync(join(REPOSITORY, PROPERTIES_PAGE), renderProperties(classes))
writeFileSync(join(REPOSITORY, SCHEMA_FILE), renderSchema(classes))
console.log(`${PROPERTIES_PAGE}, ${SCHEMA_FILE}: ${classes.length} classes`)
