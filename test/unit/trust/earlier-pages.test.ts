import { rowTable } from '@signet/kernel'
import { slugOwnerRow } from '@signet/notifications/trust-news/slug-rows'
import type { Intake } from '@signet/posture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { edited, faultFreeIntake } from '../posture/world.ts'
import { memoryObjects, sha256 } from './bundle-world.ts'
import { type PageAnswer, pagesOver } from './page-world.ts'
import { tablesOf } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
const options = () => ({ db: world.db, now, objects: memoryObjects() })
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let orgCount = 0
const newTenant = (): string => {
  orgCount += 1
  return `pages-${orgCount}`
}

/** Publishes an intake under a slug of a new tenant. */
const publishPage = async (intake: Intake = faultFreeIntake()) => {
  const pages = pagesOver(options())
  const tenant = newTenant()
  const hash = await pages.intake(tenant, intake)
  await pages.slugs.put(tenant, tenant, hash)
  const read = (slug = tenant, headers = {}) => pages.callPage('readTrustPage', { params: { slug }, headers })
  return { ...pages, tenant, hash, slug: tenant, read }
}

const jsonOf = ({ text }: PageAnswer) => JSON.parse(text) as Record<string, never>

describe('earlier trust page', () => {
  it('exists for each earlier hash of the slug, is marked as earlier, and links to the current page', async () => {
    const { callPage, slug, tenant, hash, intake, slugs } = await publishPage()
    const newer = await intake(tenant, edited({ 'companyProfile.name': 'Loaf New Ltd' }))
    await slugs.put(tenant, slug, newer)
    const readAt = (hash: string) => callPage('readTrustPageAt', { params: { slug, hash } })
    const earlierPage = await readAt(hash)
    expect(earlierPage.status).toBe(200)
    expect(earlierPage.text).toContain('This is an earlier version of this page.')
    expect(earlierPage.text).toContain(`<a href="/trust/${slug}">View the current page.</a>`)
    expect(earlierPage.text).not.toContain('caiq.csv')
    expect(jsonOf(await readAt(`${hash}.json`))).toMatchObject({ hash, current: false })
    expect((await readAt(newer)).text).not.toContain('This is an earlier version of this page.')
    for (const wrong of [sha256('another'), hash.toUpperCase(), 'a', `${hash}0`, '..'])
      expect([wrong, (await readAt(wrong)).code]).toEqual([wrong, 'not_found'])
  })

  it('does not reveal hashes of a previous owner of the slug', async () => {
    const { callPage, slug, tenant, hash, slugs, intake } = await publishPage()
    await slugs.remove(tenant, slug)
    expect((await callPage('readTrustPage', { params: { slug } })).code).toBe('not_found')
    const otherTenant = newTenant()
    await slugs.put(otherTenant, slug, await intake(otherTenant, faultFreeIntake()))
    expect((await callPage('readTrustPageAt', { params: { slug, hash } })).code).toBe('not_found')
    expect((await callPage('readTrustPage', { params: { slug: `${slug}.json` } })).text).not.toContain(hash)
  })

  it('serves its documents below its own URL', async () => {
    const { callPage, slug, tenant, hash, slugs, intake, bundles } = await publishPage()
    await bundles.put(tenant, hash, 'old', { body: 'Old words' })
    await slugs.put(tenant, slug, await intake(tenant, faultFreeIntake()))
    const page = jsonOf(await callPage('readTrustPageAt', { params: { slug, hash: `${hash}.json` } })) as unknown as {
      artifacts: { url: string }[]
    }
    expect(page.artifacts[0]?.url).toBe(`https://trust.example/trust/${slug}/at/${hash}/bundle/old`)
    const params = { slug, hash, artifact_slug: 'old' }
    expect((await callPage('readTrustArtifactAt', { params })).text).toBe('Old words')
    expect((await callPage('readTrustArtifact', { params })).code).toBe('not_found')
  })

  it("shows its end date, and applies the current page's access to its documents", async () => {
    const { callPage, slug, tenant, hash, slugs, intake, bundles } = await publishPage()
    await bundles.put(tenant, hash, 'old', { body: 'The same words' })
    await bundles.put(tenant, hash, 'other', { body: 'Other words' })
    const newer = await intake(tenant, edited({ 'companyProfile.name': 'Loaf New Ltd' }))
    await slugs.put(tenant, slug, newer)
    await bundles.put(tenant, newer, 'new', { body: 'The same words', access: 'request' })
    const page = await callPage('readTrustPageAt', { params: { slug, hash } })
    expect(page.text).toContain('It was shown from 22 November 2026 until 22 November 2026.')
    const json = jsonOf(await callPage('readTrustPageAt', { params: { slug, hash: `${hash}.json` } }))
    expect(json.artifacts).toMatchObject([
      { slug: 'old', access: 'request' },
      { slug: 'other', access: 'public' },
    ])
    const readDocument = (artifact_slug: string) =>
      callPage('readTrustArtifactAt', { params: { slug, hash, artifact_slug } })
    expect([(await readDocument('old')).code, (await readDocument('other')).text]).toEqual([
      'on_request',
      'Other words',
    ])
  })

  it('works for owner rows that were written before they contained a hash', async () => {
    const { slug, tenant, read } = await publishPage()
    const rows = rowTable(slugOwnerRow, tablesOf(options()))
    await rows.replace({ slug }, { org: `${tenant}-org` }, {})
    expect((await read()).status).toBe(200)
  })
})
