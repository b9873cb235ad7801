import * as z from 'zod'

/** Where a deployment lives and how it behaves; parsed once in bin/, handed down as plain props. */
const Config = z
  .strictObject({
    /** Names the deployment: stacks are called signet-<stage>-<stack>. */
    stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 of a-z, 0-9 and -, starting with a letter'),
    /** One setting for every function and the native layer: emulators run functions on the host's processor. */
    architecture: z.enum(['arm64', 'x86_64']),
    /** `offline` paints with the built-in stand-in; `live` asks the providers whose secret has been given a value. */
    painters: z.enum(['offline', 'live']),
    /** Emulators know no streaming integrations: there, images are answered whole (and so up to 4.5 MB). */
    streaming: z.boolean(),
    /** OIDC issuer of sessions, whose keys are at /.well-known/jwks.json below it; goes with sessionClient. */
    sessionIssuer: z.url({ protocol: /^https$/ }).optional(),
    /** Client that the issuer makes sessions out to. */
    sessionClient: z.string().min(1).optional(),
    /** Whether a user pool issues sessions when no issuer is given; emulators have none. */
    userPool: z.boolean(),
    /** Model of Amazon Bedrock, or an inference profile, that completes prompts where the caller wishes; without it rules do. */
    promptModel: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.:-]*$/, 'must be the id of a model or of an inference profile')
      .optional(),
    /** Who is told when an alarm goes off; without it the alarms exist and notify nobody. */
    alarmEmail: z.email().optional(),
    /** Version of the package, which GET /v2/health tells. */
    version: z.string(),
    account: z.string().optional(),
    region: z.string().optional(),
  })
  .refine(({ sessionIssuer, sessionClient }) => (sessionIssuer === undefined) === (sessionClient === undefined), {
    path: ['sessionClient'],
    message: 'goes with SIGNET_SESSION_ISSUER: set both or neither',
  })

export type Config = z.infer<typeof Config>

/** What a stage is for: the first word of its name, so that dev-anna and dev-ben are stages of one kind. */
const kindOf = (stage: string): string => stage.split('-')[0] ?? stage

/** Stages whose data nobody will miss: their tables and buckets go when the stack goes. */
const DISPOSABLE: readonly string[] = ['local', 'dev', 'test', 'emulator']

/** Stages that run without any provider, and so with the stand-in unless told otherwise. */
const OFFLINE: readonly string[] = ['local', 'test', 'emulator']

export const isDisposable = ({ stage }: Config): boolean => DISPOSABLE.includes(kindOf(stage))

/** Whether everything runs on one machine, whose own addresses notifications may then go to. */
export const isLocal = ({ stage }: Config): boolean => kindOf(stage) === 'local'

/** The variable that sets a member of the configuration: alarmEmail is SIGNET_ALARM_EMAIL. */
const variableOf = (member: string): string => `SIGNET_${member.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/**
 * Reads the configuration from environment variables: SIGNET_STAGE, SIGNET_ARCHITECTURE, SIGNET_PAINTERS,
 * SIGNET_ALARM_EMAIL, SIGNET_PROMPT_MODEL, SIGNET_SESSION_ISSUER, SIGNET_SESSION_CLIENT, and CDK_DEFAULT_ACCOUNT and
 * CDK_DEFAULT_REGION, which the CDK sets.
 *
 * @throws Error naming every variable that is wrong, and the rule that it breaks.
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>, version: string): Config => {
  const stage = env.SIGNET_STAGE ?? 'dev'
  const kind = kindOf(stage)
  const parsed = Config.safeParse({
    stage,
    architecture: env.SIGNET_ARCHITECTURE ?? 'arm64',
    painters: env.SIGNET_PAINTERS ?? (OFFLINE.includes(kind) ? 'offline' : 'live'),
    version,
    streaming: kind !== 'emulator',
    userPool: kind !== 'emulator',
    ...(env.SIGNET_SESSION_ISSUER ? { sessionIssuer: env.SIGNET_SESSION_ISSUER } : {}),
    ...(env.SIGNET_SESSION_CLIENT ? { sessionClient: env.SIGNET_SESSION_CLIENT } : {}),
    ...(env.SIGNET_PROMPT_MODEL ? { promptModel: env.SIGNET_PROMPT_MODEL } : {}),
    ...(env.SIGNET_ALARM_EMAIL ? { alarmEmail: env.SIGNET_ALARM_EMAIL } : {}),
    ...(env.CDK_DEFAULT_ACCOUNT ? { account: env.CDK_DEFAULT_ACCOUNT } : {}),
    ...(env.CDK_DEFAULT_REGION ? { region: env.CDK_DEFAULT_REGION } : {}),
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${variableOf(path.join('_'))}: ${message}`)
  throw new Error(`The deployment is not configured correctly; set these variables:\n${lines.join('\n')}`)
}
