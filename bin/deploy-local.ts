import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch } from 'node:os'
import { bundleFunctions } from '../lib/bundle.ts'
import { servedApis } from '../lib/services.ts'

/**
 * Deploys the app to an AWS emulator with the CDK's own commands and AWS_ENDPOINT_URL. Writes the addresses to
 * .local/emulator.json, which `npm run test:emulator` reads.
 */
const endpoint = process.env.AWS_ENDPOINT_URL
if (!endpoint) {
  console.error(
    'Set AWS_ENDPOINT_URL to the emulator, e.g. AWS_ENDPOINT_URL=http://127.0.0.1:4566 npm run deploy:local',
  )
  process.exit(2)
}

const STATE = '.local'
const STAGE = 'emulator'
const outputs = `${STATE}/emulator-outputs.json`

/** Emulators accept any credentials. A key id of twelve digits names the account. */
const environment = {
  AWS_ACCESS_KEY_ID: '000000000000',
  AWS_SECRET_ACCESS_KEY: 'emulator',
  AWS_REGION: 'us-east-1',
  ...process.env,
  AWS_ENDPOINT_URL_S3: process.env.AWS_ENDPOINT_URL_S3 ?? endpoint,
  SIGNET_STAGE: STAGE,
  // Functions and the native layer run on the emulator's host.
  SIGNET_ARCHITECTURE: process.env.SIGNET_ARCHITECTURE ?? (arch() === 'arm64' ? 'arm64' : 'x86_64'),
}

const cdk = (...args: string[]): void => {
  execFileSync('npx', ['cdk', ...args, '--output', `${STATE}/cdk.emulator`], { env: environment, stdio: 'inherit' })
}

mkdirSync(STATE, { recursive: true })
await bundleFunctions()
cdk('bootstrap')
cdk('deploy', '--all', '--require-approval', 'never', '--progress', 'events', '--outputs-file', outputs)

type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>
const deployed = JSON.parse(readFileSync(outputs, 'utf8')) as Outputs
const outputOf = (stack: string, name: RegExp): string => {
  const output = Object.entries(deployed[`signet-${STAGE}-${stack}`] ?? {}).find(([key]) => name.test(key))
  if (!output) throw new Error(`The stack ${stack} has no output ${name}`)
  return output[1]
}
const addressOf = (service: string): string => {
  const url = outputOf(service, /^Url$/)
  const [apiId, kind] = new URL(url).hostname.split('.')
  // The emulator returns complete function URLs.
  if (kind === 'lambda-url') return url.replace(/\/$/, '')
  return `${endpoint}/restapis/${apiId}/live/_user_request_`
}
const summary = {
  endpoint,
  urls: Object.fromEntries(servedApis().map(({ key }) => [key, addressOf(`${key}-api`)])),
  table: outputOf('data', /^TableName$/),
  bucket: outputOf('data', /^BucketName$/),
  pepperSecret: outputOf('data', /^PepperSecret$/),
}
writeFileSync(`${STATE}/emulator.json`, `${JSON.stringify(summary, null, 2)}\n`)
const addresses = Object.entries(summary.urls).map(([key, url]) => `${key}  ${url}`)
console.log(`\n${addresses.join('\n')}\n\nnpm run test:emulator runs the API tests against it`)
