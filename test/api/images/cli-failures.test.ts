import { expect, test } from 'vitest'
import { cli, withKey } from './cli-world.ts'

test('each kind of failure has its exit code and names the next step', async () => {
  // Arguments, environment, exit code and error text.
  const cases: readonly (readonly [string[], Record<string, string>, number, RegExp])[] = [
    [[], {}, 2, /signet images generate <prompt>/],
    [['paint'], {}, 2, /command paint does not exist/],
    [['generate'], {}, 2, /requires a prompt/],
    [['generate', 'x', '--sed', '1'], {}, 2, /--sed/],
    [['generate', 'x', '--seed', 'five'], {}, 2, /whole number/],
    [['generate', 'x', '--deadline', 'soon'], {}, 2, /--deadline must be a whole number/],
    [['generate', 'x', '--webhook-url', 'https://example.com/'], {}, 3, /API key/],
    [['usage'], {}, 2, /ID of the tenant/],
    [['usage', 'x'], {}, 3, /401/],
    [['generate', 'x', '--output', 'x.gif'], {}, 2, /\.png, \.webp or \.avif/],
    [['jobs', 'list', '--key', ''], withKey(), 2, /--key must not be empty/],
    [['generate', 'x', '--tier', 'draft', '--seed', '99999999999999999999'], {}, 3, /at most 2147483647/],
    [['generate', 'nsfw', '--tier', 'draft', '--wait', '10'], {}, 1, /content_rejected/],
    [['generate', 'nsfw', '--tier', 'draft', '--sync'], {}, 1, /content_rejected/],
    [['models', '--seed', '1'], {}, 2, /--seed is not a flag of models/],
    [['generate', 'x', '--tier', 'mega'], {}, 3, /draft, standard/],
    [['generate', 'nsfw', '--tier', 'draft'], {}, 1, /content_rejected/],
    [['generate', 'x', '--tier', 'draft', '--output', '/nowhere/x.png'], {}, 2, /cannot be written/],
    [['models'], { IMAGEGEN_URL: 'http://127.0.0.1:9' }, 4, /npm start/],
  ]
  for (const [args, env, code, words] of cases) {
    const run = await cli(args, env)
    expect([args, run.code]).toEqual([args, code])
    expect(run.err).toMatch(words)
  }
  const rejected = await cli(['generate', 'nsfw', '--tier', 'draft', '--sync', '--json'])
  expect(JSON.parse(rejected.out)).toMatchObject({ state: 'failed', error_code: 'content_rejected' })
  expect((await cli(['--help'])).out).toContain('exit codes')
})
