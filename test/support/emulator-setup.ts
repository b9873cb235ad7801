import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { apiDomains } from './api-domains.ts'
import { emulatorIdentities } from './emulator-identities.ts'

/** Uses the stack that was deployed to the emulator, and creates the demo identities there. */
export default async function setup(project: TestProject): Promise<() => void> {
  const file = '.local/emulator.json'
  if (!existsSync(file)) throw new Error('No stack is deployed. Run AWS_ENDPOINT_URL=… npm run deploy:local first.')
  const deployed = JSON.parse(readFileSync(file, 'utf8'))
  const { endpoint, urls, table, bucket, pepperSecret } = deployed
  const platformScopes = ['account:read', 'flags:read', 'flags:write', 'images:read', 'images:write', 'usage:read']
  const identities = await emulatorIdentities({ endpoint, table, pepperSecret, platformScopes })
  const folder = mkdtempSync(join(tmpdir(), 'signet-emulator-'))
  project.provide('results', folder)
  // Function URLs are not reachable from this machine, and the tests of receipts read names from the local runner.
  const reachableDomains = apiDomains().filter(
    (domain) => !['image-mcp', 'agent-gateway', 'receipts', 'witness'].includes(domain),
  )
  project.provide('domains', reachableDomains)
  project.provide('stack', {
    kind: 'emulator',
    urls,
    control: '',
    aws: endpoint,
    table,
    bucket,
    pepperSecret,
    keys: Object.fromEntries(Object.entries(identities).map(([name, { genKey }]) => [name, genKey])),
    platformKeys: Object.fromEntries(Object.entries(identities).map(([name, { platKey }]) => [name, platKey])),
  })
  return () => rmSync(folder, { recursive: true, force: true })
}
