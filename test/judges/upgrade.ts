import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { type DataNames, dataNames, type Holdings, holdingsOf, type Outputs } from './upgrade-holdings.ts'

/**
 * Deploys the sources in the folder of the argument to the emulator at AWS_ENDPOINT_URL, creates an image there, and
 * upgrades the deployment as docs/aws.md describes. Fails unless table, bucket and secrets keep their names and
 * contents, and the new API serves the data of the former one.
 */
const [folder = ''] = process.argv.slice(2)
const endpoint = process.env.AWS_ENDPOINT_URL ?? ''
if (!folder || !endpoint) throw new Error('AWS_ENDPOINT_URL=… node test/judges/upgrade.ts FOLDER-OF-FORMER-SOURCES')

/** Stacks that docs/aws.md (Upgrade) removes with the old sources. */
const REMOVED_FIRST = ['flags', 'images', 'work'].map((stack) => `signet-emulator-${stack}`)
const JOB_LIMIT_MS = 60_000
const aws = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } }

interface Deployment {
  readonly names: DataNames
  /** Base address of the images API. */
  readonly images: string
}

const environment = {
  ...process.env,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: '000000000000',
  AWS_SECRET_ACCESS_KEY: 'emulator',
  AWS_REGION: 'us-east-1',
  SIGNET_STAGE: 'emulator',
  SIGNET_ARCHITECTURE: arch() === 'arm64' ? 'arm64' : 'x86_64',
}

/** Runs one command of a checkout with the Node and the tools of that checkout. */
const run = (cwd: string, command: string, ...args: string[]): void => {
  const began = Date.now()
  const PATH = `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`
  execFileSync(command, args, { cwd, env: { ...environment, PATH }, stdio: 'inherit' })
  console.log(
    `figures: ${command} ${args[0]} in ${cwd === folder ? 'the former' : 'the new'} sources took ${Date.now() - began} ms`,
  )
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const deploy = (cwd: string): Deployment => {
  run(cwd, 'node', 'bin/deploy-local.ts')
  const outputs: Readonly<Record<string, Outputs>> = readJson(join(cwd, '.local/emulator-outputs.json'))
  const { urls } = readJson(join(cwd, '.local/emulator.json'))
  return { names: dataNames(outputs['signet-emulator-data'] ?? {}), images: urls.images }
}

/** Adds a key in the form of the former sources: they define its digest. */
const addKey = async ({ table, secrets }: DataNames): Promise<string> => {
  const { apiKeyDigest, mintApiKey } = await import(join(folder, 'layers/kernel/src/index.ts'))
  const pepper = secrets.find((name) => name.includes('Pepper'))
  const { SecretString } = await new SecretsManagerClient(aws).send(new GetSecretValueCommand({ SecretId: pepper }))
  const key: string = mintApiKey('gen_')
  const about = { tenant_id: crypto.randomUUID(), plan: 'pro', scopes: ['generate', 'read'] }
  const Item = { pk: `KEY#${apiKeyDigest(SecretString, key)}`, sk: 'KEY', ...about }
  await DynamoDBDocumentClient.from(new DynamoDBClient(aws)).send(new PutCommand({ TableName: table, Item }))
  return key
}

const call = async (url: string, key: string, body?: object): Promise<Response> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  if (response.ok) return response
  throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

type Job = Readonly<Record<'job_id' | 'state' | 'asset_url', string>>

/** Creates an image and waits until its job has completed. */
const makeImage = async (images: string, key: string, prompt: string): Promise<Job> => {
  let job = (await (await call(`${images}/v2/generate`, key, { prompt, quality_tier: 'draft' })).json()) as Job
  const until = Date.now() + JOB_LIMIT_MS
  while (job.state !== 'completed') {
    if (/^failed/.test(job.state) || Date.now() > until) throw new Error(`The job is ${JSON.stringify(job)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
    job = (await (await call(`${images}/v2/jobs/${job.job_id}`, key)).json()) as Job
  }
  return job
}

const bytesOf = async (images: string, { asset_url }: Job): Promise<Buffer> => {
  const response = await fetch(`${images}${new URL(asset_url).pathname.replace(/^.*(?=\/v2\/)/, '')}`)
  if (!response.ok) throw new Error(`The asset of the job answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Lists data of the former deployment that the new one lacks or has changed. */
const lossesOf = (before: Holdings, after: Holdings): string[] =>
  Object.entries(before).flatMap(([name, contents]) => {
    if (after[name] === contents) return []
    return [name in after ? `${name} is ${after[name]}, and was ${contents}` : `${name} no longer exists`]
  })

const namesOf = ({ table, bucket, secrets }: DataNames): string[] => [table, bucket, ...secrets]

const former = deploy(folder)
const key = await addKey(former.names)
const provider = former.names.secrets.find((name) => name.includes('ProviderA'))
const SecretString = '{"api_key":"written before the upgrade"}'
await new SecretsManagerClient(aws).send(new PutSecretValueCommand({ SecretId: provider, SecretString }))
const job = await makeImage(former.images, key, 'a lighthouse at dusk')
const image = await bytesOf(former.images, job)

run(folder, 'npx', 'cdk', 'destroy', '--force', '--output', '.local/cdk.emulator', ...REMOVED_FIRST)
const before = await holdingsOf(endpoint, former.names)
const now = deploy(process.cwd())

const problems = namesOf(former.names)
  .filter((name) => !namesOf(now.names).includes(name))
  .map((name) => `${name} is no longer a resource of the data stack`)
if (problems.length === 0) problems.push(...lossesOf(before, await holdingsOf(endpoint, now.names)))
if (problems.length === 0) {
  // The job is not checked: rows of that commit lack `expires_at`, without which the API returns 404 (docs/aws.md,
  // Upgrade).
  if (!image.equals(await bytesOf(now.images, job))) problems.push('The image of before has other bytes')
  await makeImage(now.images, key, 'the same lighthouse at dawn')
}
const summary = ['row', 'object', 'secret'].map(
  (kind) => `${Object.keys(before).filter((name) => name.startsWith(`${kind} `)).length} ${kind}s`,
)
console.log(`figures: ${summary.join(', ')} before, ${problems.length} lost or changed`)
if (problems.length > 0) {
  console.error(problems.map((problem) => `FAILED: ${problem}`).join('\n'))
  process.exitCode = 1
}
