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
    ...app.tables.map((spec) => aws.table(spec)),
    ...app.buckets.map((spec) => aws.bucket(spec)),
    ...app.secrets.map((spec) => aws.secret(spec)),
    ...app.keys.map((spec) => aws.key(spec)),
    ...app.buses.map((spec) => aws.eventBus(spec)),
  ])
  const urls = new Map<string, string>()
  // A dead-letter queue must exist before the queue that names it.
  for (const spec of [...app.queues].sort((a, b) => Number(Boolean(a.redrive)) - Number(Boolean(b.redrive)))) {
    const { url } = await aws.queue(spec)
    urls.set(spec.name, url)
  }
  return urls
}

/** Declares everything that triggers functions, which must be able to run by then. */
export const declareTriggers = async (aws: EmbeddedAws, app: LocalApp): Promise<void> => {
  await Promise.all([
    ...app.machines.map((spec) => aws.stateMachine(spec)),
    ...app.consumers.map((spec) => aws.consume(spec)),
    ...app.schedules.map((spec) => aws.schedule(spec)),
    ...app.rules.map((spec) => aws.eventRule(spec)),
  ])
}

const reference =
  /\{\{resolve:secretsmanager:(arn:[^:]+:secretsmanager:[^:]*:[^:]*:secret:[^:}]+|[^:}]+)(?::SecretString(?::([^:}]*))?)?[^}]*\}\}/g

/** Resolves `{{resolve:secretsmanager:…}}` in texts, as CloudFormation does at deployment. */
export const resolveSecrets = async (aws: EmbeddedAws, texts: readonly string[]): Promise<(text: string) => string> => {
  const values = new Map<string, string>()
  for (const text of texts) {
    for (const [whole, id = '', key = ''] of text.matchAll(reference)) {
      const target = 'secretsmanager.GetSecretValue'
      const { SecretString = '' } = await awsCall<{ SecretString?: string }>(aws.endpoint, target, { SecretId: id })
      const value = key === '' ? SecretString : (JSON.parse(SecretString) as Record<string, unknown>)[key]
      if (value === undefined) throw new TemplateError(`${whole}: the secret has no key ${key}`)
      values.set(whole, String(value))
    }
  }
  return (text) => text.replace(reference, (whole) => values.get(whole) ?? whole)
}

export const secretVariables = async (
  aws: EmbeddedAws,
  { functions }: LocalApp,
): Promise<(fn: LocalFunction) => Record<string, string>> => {
  const fill = await resolveSecrets(
    aws,
    functions.flatMap(({ environment }) => Object.values(environment)),
  )
  return ({ environment }) => Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]))
}

const bucketsHere =
  ({ endpoint }: EmbeddedAws, { buckets }: LocalApp) =>
  (text: string): string =>
    buckets.reduce(
      (out, { name }) => out.replace(new RegExp(`https://${name}\\.s3\\.[a-z0-9-]+\\.amazonaws\\.com`, 'g'), endpoint),
      text,
    )

export const openFronts = async (aws: EmbeddedAws, app: LocalApp): Promise<readonly LocalFront[]> => {
  const fill = await resolveSecrets(
    aws,
    app.fronts.flatMap(({ headers }) => Object.values(headers)),
  )
  const here = bucketsHere(aws, app)
  return app.fronts.map((front) => ({
    ...front,
    headers: Object.fromEntries(Object.entries(front.headers).map(([name, text]) => [name, fill(text)])),
    behaviors: front.behaviors.map((each) =>
      'files' in each
        ? { ...each, responseHeaders: each.responseHeaders.map(([name, text]) => [name, here(text)] as const) }
        : each,
    ),
  }))
}
