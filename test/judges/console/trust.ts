import { sleepFor } from './control.ts'
import { keyboard } from './keys.ts'
import { asks, reads, showsExpiredLink, verifies } from './trust-buyer.ts'
import { storesDocument } from './trust-documents.ts'
import { receivesNews, subscribes } from './trust-news.ts'
import { countsWaiting, decides, offers } from './trust-owner.ts'
import { type Bench, enterAsNewcomer, type Visit, visit } from './visit.ts'

const GRACE = { name: 'Grace Hopper', company: 'Buyer Ltd' }

/** Default grants last a week. */
const DAY_MINUTES = 24 * 60
const GRANT_MINUTES = 8 * DAY_MINUTES

/** A unique name, for systems that run for a long time. */
const ownName = (): string => Date.now().toString(36)

/** The story of a page, its owner, and a buyer with a separate browser. */
const runsStory = async (owner: Visit, buyer: Visit, bench: Bench): Promise<void> => {
  const slug = `loaf-${ownName()}`
  const mail = `grace-${ownName()}@buyer.example`
  const asked = { ...GRACE, mail }
  owner.watch.provokes(/status of (400|409)/, 'a slug is asked for that nobody may have')
  await enterAsNewcomer(owner, '/trust-pages', 'Tara')
  await offers(owner, slug, (name) => owner.look.all(owner.page, name))
  await verifies(buyer, slug)
  await subscribes(buyer, bench, slug, mail)
  await buyer.page.goto(`${buyer.home}/trust/${slug}`)
  await asks(buyer, bench, asked)
  await countsWaiting(owner, 1)
  await decides(owner, 'Grant', asked.name, 'Granted')
  await owner.look.all(owner.page, 'requests')
  const first = await reads(buyer, bench, asked)
  await owner.page.goto(`${owner.home}/trust-pages/readers`)
  await owner.page.getByRole('table', { name: 'Readers' }).getByText('Stamped').waitFor()
  await owner.look.all(owner.page, 'readers')
  await decides(owner, 'Revoke', asked.name, 'Revoked')
  await showsExpiredLink(buyer, first, 'revoked')
  await owner.page.goto(`${owner.home}/trust-pages/pages/${slug}`)
  await storesDocument(owner, 'Security whitepaper')
  await receivesNews(buyer, bench, mail, 'Security whitepaper')
  // Resets the daily mail limit of the address.
  await sleepFor(bench.system, DAY_MINUTES)
  await decides(owner, 'Grant', asked.name, 'Granted')
  const second = await reads(buyer, bench, asked, first)
  await sleepFor(bench.system, GRANT_MINUTES)
  await showsExpiredLink(buyer, second, 'expired')
}

/** The owner's tasks by keyboard alone. */
const withoutMouse = (bench: Bench): Promise<Visit> =>
  visit(
    bench,
    'trust-keyboard',
    async (seen) => {
      seen.watch.provokes(/status of (400|409)/, 'a slug is asked for that nobody may have')
      await enterAsNewcomer(seen, '/trust-pages', 'Kay')
      await offers(seen, `loaf-${ownName()}`, (name) => seen.look.now(seen.page, name))
    },
    {},
    keyboard,
  )

/** From an intake to a delivered document and the end of its access. */
export const judgeTrust = async (bench: Bench): Promise<string> => {
  let looked = 0
  await visit(bench, 'trust', async (owner) => {
    const { look } = await visit(bench, 'trust-buyer', (buyer) => runsStory(owner, buyer, bench))
    looked += look.looked + owner.look.looked
  })
  await withoutMouse(bench)
  return `an intake becomes a page, a grant, a copy that names its reader, and news; ${looked} views without findings`
}
