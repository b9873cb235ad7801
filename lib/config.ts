import * as z from 'zod'

/** Where a deployment lives and how it behaves; parsed once in bin/, handed down as plain props. */
const Config = z.strictObject({
  /** Names the deployment: stacks are called signet-<stage>-<stack>. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 of a-z, 0-9 and -, starting with a letter'),
  /** One setting for every function and the native layer: emulators run functions on the host's processor. */
  architecture: z.enum(['arm64', 'x86_64']),
  /** `offline` paints with the built-in stand-in; `none` leaves models unavailable until a provider is configured. */
  painters: z.enum(['offline', 'none']),
  /** Emulators know no streaming integrations: there, images are answered whole (and so up to 4.5 MB). */
  streaming: z.boolean(),
  /** Who is told when an alarm goes off; without it the alarms exist and notify nobody. */
  alarmEmail: z.email().optional(),
  /** Version of the package, which GET /v2/health tells. */
  version: z.string(),
  account: z.string().optional(),
  region: z.string().optional(),
})

export type Config = z.infer<typeof Config>

/** Stages whose data nobody will miss: their tables and buckets go when the stack goes. */
const DISPOSABLE = /^(?:local|dev|test|emulator)(?:-|$)/

export const isDisposable = ({ stage }: Config): boolean => DISPOSABLE.test(stage)

/** Reads the configuration from environment variables (SIGNET_STAGE, SIGNET_ARCHITECTURE, …, CDK_DEFAULT_*). */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, version: string): Config => {
  const parsed = Config.safeParse({
    stage: env.SIGNET_STAGE ?? 'dev',
    architecture: env.SIGNET_ARCHITECTURE ?? 'arm64',
    painters: env.SIGNET_PAINTERS ?? (/^(?:local|test|emulator)/.test(env.SIGNET_STAGE ?? '') ? 'offline' : 'none'),
    version,
    streaming: env.SIGNET_STAGE !== 'emulator',
    ...(env.SIGNET_ALARM_EMAIL ? { alarmEmail: env.SIGNET_ALARM_EMAIL } : {}),
    ...(env.CDK_DEFAULT_ACCOUNT ? { account: env.CDK_DEFAULT_ACCOUNT } : {}),
    ...(env.CDK_DEFAULT_REGION ? { region: env.CDK_DEFAULT_REGION } : {}),
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  SIGNET_${path.join('_').toUpperCase()}: ${message}`)
  throw new Error(`The deployment is not configured correctly:\n${lines.join('\n')}`)
}
