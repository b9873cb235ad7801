import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { keyOf } from '../../support/api.ts'
import { newTenant } from '../../support/keys.ts'
import { cli, type Run, withKey } from './cli-world.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagegen-'))
})
afterAll(() => rm(folder, { recursive: true }))

verifies(
  ['IMG-4.10-1', 'IMG-4.10-2'],
  'generate shows the passing states and saves the image in the format of the file name',
  async () => {
    const file = join(folder, 'boat.png')
    const flags = ['--tier', 'draft', '--aspect-ratio', '16:9', '--seed', '5', '--output', file]
    const { code, out, err } = await cli(['generate', 'a', 'red', 'boat', ...flags], withKey())
    expect([code, err]).toEqual([0, expect.stringMatching(/queued[\s\S]*completed/)])
    expect(out).toContain(file)
    expect(out).toContain('seed 5')
    expect(await sharp(await readFile(file)).metadata()).toMatchObject({ format: 'png', width: 1280, height: 720 })
  },
)

verifies('IMG-4.10-2', 'the other flags reach the service: --edge-model, --provider-a-model, --sync', async () => {
  const edge = await cli(
    ['generate', 'x', '--tier', 'draft', '--edge-model', 'dreamshaper-8-lcm', '--sync', '--json'],
    withKey(),
  )
  expect(JSON.parse(edge.out)).toMatchObject({ model_id: 'dreamshaper-8-lcm', state: 'completed' })
  const locked = await cli(['generate', 'x', '--provider-a-model', 'provider-a-image-2'], withKey())
  expect([locked.code, locked.err]).toEqual([3, expect.stringContaining('403 model_locked')])
})

verifies('IMG-4.10-3', '--key wins over IMAGEGEN_API_KEY', async () => {
  const mine = await cli(['jobs', 'list', '--json'], withKey())
  const other = await cli(['jobs', 'list', '--json', '--key', keyOf('agency')], withKey())
  expect(JSON.parse(mine.out).jobs.length).toBeGreaterThan(0)
  const ids = (run: Run) => (JSON.parse(run.out) as { jobs: { job_id: string }[] }).jobs.map((job) => job.job_id)
  expect(ids(other).filter((id) => ids(mine).includes(id))).toEqual([])
  const bad = await cli(['jobs', 'list', '--key', 'gen_bad'], withKey())
  expect([bad.code, bad.err]).toEqual([3, expect.stringContaining('401')])
})

verifies(
  'IMG-4.10-4',
  'models prints a table of defaults and overrides without locked and unavailable models',
  async () => {
    const { code, out } = await cli(['models'])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toMatch(/CHOOSE WITH.*CREDITS/)
    expect(out).toContain('--tier draft')
    expect(out).toContain('--edge-model phoenix-1.0')
    expect(out).not.toContain('provider-')
  },
)

verifies('IMG-4.10-1', 'jobs list and jobs get show the generated job', async () => {
  const job = JSON.parse((await cli(['generate', 'a kite', '--tier', 'draft', '--json'], withKey())).out)
  expect((await cli(['jobs', 'list'], withKey())).out).toContain(job.job_id)
  const shown = await cli(['jobs', 'get', job.job_id], withKey())
  expect(shown.out).toContain('a kite')
  expect(JSON.parse((await cli(['jobs', 'get', job.job_id, '--json'], withKey())).out)).toMatchObject(job)
  const foreign = await cli(['jobs', 'get', job.job_id, '--key', keyOf('free')])
  expect([foreign.code, foreign.err]).toEqual([3, expect.stringContaining('404')])
})

verifies('IMG-4.10-5', 'the program imports only Node and two layers, which import only Node', async () => {
  const files = globSync([
    'bin/signet.mjs',
    'bin/{command-line,images}/*.ts',
    'layers/{command-line,http-client}/src/*.ts',
  ])
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const values = sources.map((source) => source.replaceAll(/^(?:import|export) type [\s\S]*? from '[^']+'/gm, ''))
  const imports = values.flatMap((source) => [...source.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name))
  expect(imports.filter((name) => !/^(?:node:|\.{1,2}\/|@signet\/(?:command-line|http-client)$)/.test(name))).toEqual(
    [],
  )
  expect(imports).toContain('node:util')
})

test('--dry-run shows price and gates as a table and creates nothing', async () => {
  const { key } = await newTenant()
  const quoted = await cli(['generate', 'x', '--tier', 'premium', '--dry-run', '--key', key])
  expect([quoted.code, quoted.err]).toEqual([0, ''])
  expect(quoted.out).toMatch(/would succeed +yes/)
  expect(quoted.out).toMatch(/price +5 credits/)
  expect(quoted.out).toMatch(/gate: balance +passed/)
  const json = await cli(['generate', 'x', '--tier', 'ultra', '--dry-run', '--json', '--key', key])
  expect(JSON.parse(json.out)).toMatchObject({ dry_run: true, gates: { plan: 'plan_required' } })
  expect(JSON.parse((await cli(['jobs', 'list', '--json', '--key', key])).out).jobs).toEqual([])
})

test('--wait stops waiting and leaves the job running; --webhook-url and --deadline reach the service', async () => {
  const { key } = await newTenant()
  const waitedRun = await cli([
    'generate',
    'x',
    '--tier',
    'draft',
    '--wait',
    '20',
    '--deadline',
    '60',
    '--json',
    '--key',
    key,
  ])
  expect(JSON.parse(waitedRun.out)).toMatchObject({ state: 'completed', deadline_at: expect.any(String) })
  const hook = 'http://127.0.0.1:9/nobody'
  const unwaitedRun = await cli([
    'generate',
    'x',
    '--tier',
    'draft',
    '--wait',
    '0',
    '--webhook-url',
    hook,
    '--json',
    '--key',
    key,
  ])
  const job = JSON.parse(unwaitedRun.out)
  expect([unwaitedRun.code, job]).toMatchObject([0, { webhook: { url: hook } }])
  const shown = await cli(['generate', 'x', '--tier', 'draft', '--wait', '0', '--key', key])
  expect(shown.out).toMatch(/signet images jobs get/)
})

test("usage shows plan, credits and jobs of the key's tenant only", async () => {
  const { key, tenantId } = await newTenant()
  const shown = await cli(['usage', tenantId, '--key', key])
  expect(shown.out).toMatch(/plan +free/)
  expect(shown.out).toMatch(/credits +50, and 0 held/)
  expect(JSON.parse((await cli(['usage', tenantId, '--json', '--key', key])).out)).toMatchObject({ balance: 50 })
  const foreign = await cli(['usage', (await newTenant()).tenantId, '--key', key])
  expect([foreign.code, foreign.err]).toEqual([3, expect.stringContaining('404')])
})
