import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, newAddress } from '../../support/api.ts'
import { MINUTE_MS, withinWindow } from '../../support/clock-windows.ts'

const preview = (from: string, body: object) =>
  call<{ files: { path: string; role: string }[]; code?: string }>('POST', '/api/scaffold/preview', {
    from,
    body,
    as: 'previewScaffold',
  })

describe('POST /api/scaffold/preview', () => {
  test('200 with the same files for the same intention, and more for an intention with more parts', async () => {
    const from = newAddress()
    const plain = await preview(from, { intention: 'Work out shipping costs' })
    expect(plain.status).toBe(200)
    expect(plain.body).toMatchObject({ preview: true, method: 'rules', project_type: 'api' })
    expect((await preview(from, { intention: 'Work out shipping costs' })).body).toEqual(plain.body)
    const paths = (
      await preview(from, { intention: 'Receive Stripe webhooks and mark the invoices as paid' })
    ).body.files.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'src/handler.ts',
        'docs/threat-model.json',
        'docs/traces.json',
        '.scaffold/answers.json',
      ]),
    )
    expect(paths.some((path) => path.startsWith('src/invoice/'))).toBe(true)
    expect(paths).toEqual(paths.toSorted())
    expect(new Set(plain.body.files.map(({ role }) => role))).toEqual(
      new Set(['config', 'doc', 'governance', 'scaffold', 'test']),
    )
  })

  test('200 for a project type that is a member of Object.prototype', async () => {
    const { body } = await preview(newAddress(), {
      intention: 'Check bank account numbers',
      project_type: 'constructor',
    })
    expect(body.files.map(({ path }) => path)).toContain('src/handler.ts')
  })

  verifies('PLA-8-4', '429 for the eleventh request per minute and address, including refused ones', async () => {
    const from = newAddress()
    const statuses: number[] = []
    await withinWindow(MINUTE_MS, 30_000, async () => {
      for (let i = 0; i < 11; i++) statuses.push((await preview(from, { intention: i % 2 === 0 ? 'x' : ' ' })).status)
    })
    expect(statuses.slice(0, 10)).toEqual([200, 400, 200, 400, 200, 400, 200, 400, 200, 400])
    expect(statuses[10]).toBe(429)
  })
})
