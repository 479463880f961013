import { z } from 'zod'
import { ConfigurationProperties, type PropertiesClass } from './configuration-properties'
import { duration } from './value-schemas'

const texts = () => z.array(z.string())

/** Which profiles are active. */
export class ProfilesProperties extends ConfigurationProperties(
  'vernal.profiles',
  z.object({
    active: texts().optional().describe('Profiles to activate. The strongest source supplies the whole list.'),
    include: texts().optional().describe('Profiles to activate besides, collected from all sources.'),
    default: z.string().optional().describe('The profile when none is active. Default: "default".'),
    group: z.record(z.string(), texts()).optional().describe('Profiles that a profile brings with it.'),
  }),
) {}

/** Where configuration comes from. */
export class ConfigProperties extends ConfigurationProperties(
  'vernal.config',
  z.object({
    name: z.string().default('application').describe('Name of the files, without extension.'),
    location: texts().optional().describe('Folders that replace the default ones. Environment and command line only.'),
    additionalLocation: texts()
      .optional()
      .describe('Folders or files that are stronger than all others. Environment and command line only.'),
    import: texts().optional().describe('Files, folders, configtree: folders or env: variables to read besides.'),
    unknownKeys: z.enum(['warn', 'error', 'ignore']).default('warn').describe('What to do about keys nobody knows.'),
    activate: z
      .object({ onProfile: texts().optional().describe('Profile expressions under which a document counts.') })
      .optional(),
  }),
) {}

/** Which auto-configurations take part. */
export class AutoConfigureProperties extends ConfigurationProperties(
  'vernal.autoconfigure',
  z.object({
    enabled: z.boolean().default(true).describe('Whether packages contribute beans at all.'),
    exclude: texts().default([]).describe('Names of auto-configuration classes to leave out.'),
  }),
) {}

/** How the application starts. */
export class MainProperties extends ConfigurationProperties(
  'vernal.main',
  z.object({
    lazyInitialization: z.boolean().default(false).describe('Whether beans are made when first needed, not at start.'),
  }),
) {}

/** How the application closes. */
export class LifecycleProperties extends ConfigurationProperties(
  'vernal.lifecycle',
  z.object({
    timeoutPerShutdownPhase: duration()
      .default(30_000)
      .describe('How long the beans of one phase, and each bean that is closed, may take.'),
  }),
) {}

/** Settings of the log. */
export class LoggingProperties extends ConfigurationProperties(
  'vernal.logging',
  z.object({
    level: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
      .default('info')
      .describe('Lines below this level are not written.'),
    format: z
      .enum(['text', 'json'])
      .optional()
      .describe('How lines are written. Default: json when NODE_ENV is production, else text.'),
  }),
) {}

/** Settings with no group of their own. */
export class RootProperties extends ConfigurationProperties(
  'vernal',
  z.object({ debug: z.boolean().default(false).describe('Whether the condition report is logged at start.') }),
) {}

/** The properties classes of the container itself. */
export const CONTAINER_PROPERTIES: readonly PropertiesClass[] = [
  RootProperties,
  ProfilesProperties,
  ConfigProperties,
  AutoConfigureProperties,
  MainProperties,
  LifecycleProperties,
  LoggingProperties,
]
