import type { EmbeddedAws } from './aws/ports.ts'
import { awsCall } from './aws-call.ts'
import type { LocalFront } from './front-model.ts'
import type { LocalFunction } from './function-model.ts'
import type { LocalApp } from './local-app.ts'
import { TemplateError } from './resource.ts'

/**
 * Declares everything with state. Idempotent: the state of an earlier run persists.
 * @returns the URL of each queue by its name.
 */
export const declareState = async (aws: EmbeddedAws, app: LocalApp): Promise<ReadonlyMap<string, string>> => {
  await Promise.all([
    ...app.tables.map((spec) => aws.declareTable(spec)),
    ...app.buckets.map((spec) => aws.declareBucket(spec)),
    ...app.secrets.map((spec) => aws.declareSecret(spec)),
    ...app.keys.map((spec) => aws.declareKey(spec)),
    ...app.buses.map((spec) => aws.declareEventBus(spec)),
  ])
  const urls = new Map<string, string>()
  // A dead-letter queue must exist before the queue that names it.
  for (const spec of [...app.queues].sort((a, b) => Number(Boolean(a.redrive)) - Number(Boolean(b.redrive)))) {
    const { url } = await aws.declareQueue(spec)
    urls.set(spec.name, url)
  }
  return urls
}

/** Declares everything that triggers functions, which must be able to run by then. */
export const declareTriggers = async (aws: EmbeddedAws, app: LocalApp): Promise<void> => {
  await Promise.all([
    ...app.machines.map((spec) => aws.declareStateMachine(spec)),
    ...app.consumers.map((spec) => aws.declareConsumer(spec)),
    ...app.schedules.map((spec) => aws.declareSchedule(spec)),
    ...app.rules.map((spec) => aws.declareEventRule(spec)),
  ])
}

const SECRET_REFERENCE =
  /\{\{resolve:secretsmanager:(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:}]+|[^:}]+)(?::SecretString(?::([^:}]*))?)?[^}]*\}\}/g

/** Resolves `{{resolve:secretsmanager:…}}` in texts, as CloudFormation does at deployment. */
export const resolveSecrets = async (aws: EmbeddedAws, texts: readonly string[]): Promise<(text: string) => string> => {
  const values = new Map<string, string>()
  for (const text of texts) {
    for (const [match, id = '', key = ''] of text.matchAll(SECRET_REFERENCE)) {
      const target = 'secretsmanager.GetSecretValue'
      const { SecretString = '' } = await awsCall<{ SecretString?: string }>(aws.endpoint, target, { SecretId: id })
      const value = key === '' ? SecretString : (JSON.parse(SecretString) as Record<string, unknown>)[key]
      if (value === undefined) throw new TemplateError(`${match}: the secret has no key ${key}`)
      values.set(match, String(value))
    }
  }
  return (text) => text.replace(SECRET_REFERENCE, (match) => values.get(match) ?? match)
}

export const resolveVariables = async (
  aws: EmbeddedAws,
  { functions }: LocalApp,
): Promise<(fn: LocalFunction) => Record<string, string>> => {
  const resolveText = await resolveSecrets(
    aws,
    functions.flatMap(({ environment }) => Object.values(environment)),
  )
  return ({ environment }) =>
    Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, resolveText(text)]))
}

const withLocalBucketUrls =
  ({ endpoint }: EmbeddedAws, { buckets }: LocalApp) =>
  (text: string): string =>
    buckets.reduce(
      (result, { name }) =>
        result.replace(new RegExp(`https://${name}\\.s3\\.[a-z0-9-]+\\.amazonaws\\.com`, 'g'), endpoint),
      text,
    )

export const resolveFronts = async (aws: EmbeddedAws, app: LocalApp): Promise<readonly LocalFront[]> => {
  const resolveText = await resolveSecrets(
    aws,
    app.fronts.flatMap(({ headers }) => Object.values(headers)),
  )
  const withLocalUrls = withLocalBucketUrls(aws, app)
  return app.fronts.map((front) => ({
    ...front,
    headers: Object.fromEntries(Object.entries(front.headers).map(([name, text]) => [name, resolveText(text)])),
    behaviors: front.behaviors.map((behavior) =>
      'files' in behavior
        ? {
            ...behavior,
            responseHeaders: behavior.responseHeaders.map(([name, text]) => [name, withLocalUrls(text)] as const),
          }
        : behavior,
    ),
  }))
}
