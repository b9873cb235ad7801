import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { type DataNames, dataNames, type Holdings, type Outputs, readHoldings } from './upgrade-holdings.ts'

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
const runTool = (cwd: string, command: string, ...args: string[]): void => {
  const began = Date.now()
  const PATH = `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`
  execFileSync(command, args, { cwd, env: { ...environment, PATH }, stdio: 'inherit' })
  console.log(
    `figures: ${command} ${args[0]} in ${cwd === folder ? 'the former' : 'the new'} sources took ${Date.now() - began} ms`,
  )
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const deploy = (cwd: string): Deployment => {
  runTool(cwd, 'node', 'bin/deploy-local.ts')
  const outputs: Readonly<Record<string, Outputs>> = readJson(join(cwd, '.local/emulator-outputs.json'))
  const { urls } = readJson(join(cwd, '.local/emulator.json'))
  return { names: dataNames(outputs['signet-emulator-data'] ?? {}), images: urls.images }
}

/** Adds an API key with the code of the former sources, which define its digest. */
const addKey = async ({ table, secrets }: DataNames): Promise<string> => {
  const { apiKeyDigest, mintApiKey } = await import(join(folder, 'layers/kernel/src/index.ts'))
  const pepper = secrets.find((name) => name.includes('Pepper'))
  const { SecretString } = await new SecretsManagerClient(aws).send(new GetSecretValueCommand({ SecretId: pepper }))
  const key: string = mintApiKey('gen_')
  const keyAttributes = { tenant_id: crypto.randomUUID(), plan: 'pro', scopes: ['generate', 'read'] }
  const Item = { pk: `KEY#${apiKeyDigest(SecretString, key)}`, sk: 'KEY', ...keyAttributes }
  await DynamoDBDocumentClient.from(new DynamoDBClient(aws)).send(new PutCommand({ TableName: table, Item }))
  return key
}

const call = async (url: string, key: string, body?: object): Promise<Response> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  if (response.ok) return response
  throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
}

type Job = Readonly<Record<'job_id' | 'state' | 'asset_url', string>>

/** Creates an image and waits until its job has completed. */
const createImage = async (images: string, key: string, prompt: string): Promise<Job> => {
  let job = (await (await call(`${images}/v2/generate`, key, { prompt, quality_tier: 'draft' })).json()) as Job
  const deadline = Date.now() + JOB_LIMIT_MS
  while (job.state !== 'completed') {
    if (/^failed/.test(job.state) || Date.now() > deadline) throw new Error(`The job is ${JSON.stringify(job)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
    job = (await (await call(`${images}/v2/jobs/${job.job_id}`, key)).json()) as Job
  }
  return job
}

const bytesOf = async (images: string, { asset_url }: Job): Promise<Buffer> => {
  const response = await fetch(`${images}${new URL(asset_url).pathname.replace(/^.*(?=\/v2\/)/, '')}`)
  if (!response.ok) throw new Error(`The asset of the job returned ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Lists data of the former deployment that is missing or changed in the new one. */
const lossesOf = (before: Holdings, after: Holdings): string[] =>
  Object.entries(before).flatMap(([name, contents]) => {
    if (after[name] === contents) return []
    return [name in after ? `${name} changed from ${contents} to ${after[name]}` : `${name} no longer exists`]
  })

const namesOf = ({ table, bucket, secrets }: DataNames): string[] => [table, bucket, ...secrets]

const formerDeployment = deploy(folder)
const key = await addKey(formerDeployment.names)
const providerSecret = formerDeployment.names.secrets.find((name) => name.includes('ProviderA'))
const SecretString = '{"api_key":"written before the upgrade"}'
await new SecretsManagerClient(aws).send(new PutSecretValueCommand({ SecretId: providerSecret, SecretString }))
const job = await createImage(formerDeployment.images, key, 'a lighthouse at dusk')
const image = await bytesOf(formerDeployment.images, job)

runTool(folder, 'npx', 'cdk', 'destroy', '--force', '--output', '.local/cdk.emulator', ...REMOVED_FIRST)
const before = await readHoldings(endpoint, formerDeployment.names)
const newDeployment = deploy(process.cwd())

const problems = namesOf(formerDeployment.names)
  .filter((name) => !namesOf(newDeployment.names).includes(name))
  .map((name) => `${name} is no longer a resource of the data stack`)
if (problems.length === 0) problems.push(...lossesOf(before, await readHoldings(endpoint, newDeployment.names)))
if (problems.length === 0) {
  // The job is not checked: rows of that commit lack `expires_at`, without which the API returns 404 (docs/aws.md,
  // Upgrade).
  if (!image.equals(await bytesOf(newDeployment.images, job)))
    problems.push('The image from before the upgrade has other bytes')
  await createImage(newDeployment.images, key, 'the same lighthouse at dawn')
}
const summary = ['row', 'object', 'secret'].map(
  (kind) => `${Object.keys(before).filter((name) => name.startsWith(`${kind} `)).length} ${kind}s`,
)
console.log(`figures: ${summary.join(', ')} before the upgrade, ${problems.length} problems after it`)
if (problems.length > 0) {
  console.error(problems.map((problem) => `FAILED: ${problem}`).join('\n'))
  process.exitCode = 1
}
