import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seedTable } from '../../lib/local/seed.ts'
import { apiServices } from '../shards/services.ts'

/** Takes the stack that was deployed to the emulator, and puts the demo identities there. */
export default async function setup(project: TestProject): Promise<() => void> {
  const file = '.local/emulator.json'
  if (!existsSync(file)) throw new Error('Nothing is deployed: AWS_ENDPOINT_URL=… npm run deploy:local first')
  const deployed = JSON.parse(readFileSync(file, 'utf8'))
  const { endpoint, urls, table, bucket, pepperSecret } = deployed
  const identities = await seedTable({ endpoint, table, pepperSecret, platformScopes: ['flags:read', 'flags:write'] })
  const folder = mkdtempSync(join(tmpdir(), 'signet-emulator-'))
  project.provide('answersFile', join(folder, 'answers.jsonl'))
  project.provide('services', apiServices())
  project.provide('stack', {
    kind: 'emulator',
    urls,
    control: '',
    aws: endpoint,
    table,
    bucket,
    pepperSecret,
    keys: Object.fromEntries(Object.entries(identities).map(([name, { genKey }]) => [name, genKey])),
    platformKeys: Object.fromEntries(Object.entries(identities).map(([name, { platKey }]) => [name, String(platKey)])),
  })
  return () => rmSync(folder, { recursive: true, force: true })
}
