import { awsManifest, cloudflareManifest, PATTERN_IDS, patternVersions } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'

describe('the manifests of scaffolds', () => {
  it('the manifests list every pattern with its version and are deterministic', () => {
    for (const manifest of [cloudflareManifest, awsManifest]) {
      const { patterns } = manifest()
      expect(patterns.map(({ pattern }) => pattern)).toEqual(PATTERN_IDS)
      for (const { pattern, version } of patterns) expect(patternVersions(pattern)[0]).toBe(version)
      expect(manifest()).toEqual(manifest())
    }
  })

  it('the Workers manifest has bindings, schedules and CPU limits', () => {
    const { patterns } = cloudflareManifest()
    const entryOf = (id: string) => patterns.find(({ pattern }) => pattern === id)
    expect(entryOf('crud-api')?.bindings).toMatchObject({
      d1_databases: [{ binding: 'DB' }],
      secrets: expect.anything(),
    })
    // The first cron trigger runs the job, the second deletes expired rows.
    expect(entryOf('scheduled-job')?.triggers.crons).toEqual(['17 */1 * * *', '41 * * * *'])
    expect(entryOf('crud-api')?.triggers.crons).toEqual(['41 * * * *'])
    expect(entryOf('http-api')?.triggers.crons).toEqual([])
    for (const { limits } of patterns) expect(limits.cpu_ms ?? 1).toBeLessThanOrEqual(300_000)
    for (const { bindings } of patterns) expect(Object.keys(bindings)).not.toContain('name')
  })

  it('the AWS manifest has constructs, triggers and limits', () => {
    const { patterns } = awsManifest()
    const entryOf = (id: string) => patterns.find(({ pattern }) => pattern === id)
    expect(entryOf('queue-consumer')?.bindings).toEqual(expect.arrayContaining(['Queue', 'ServiceFunction', 'TableV2']))
    expect(entryOf('data-sync')?.triggers).toEqual([{ kind: 'schedule', every_minutes: 15 }])
    for (const { triggers, limits } of patterns)
      expect(limits.map((each) => each.function)).toEqual(triggers.map(({ kind }) => kind))
  })
})
