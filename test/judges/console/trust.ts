import { sleepFor } from './control.ts'
import { keyboard } from './keys.ts'
import { checkExpiredLink, openCopy, requestDocument, verifyPage } from './trust-buyer.ts'
import { storeDocument } from './trust-documents.ts'
import { checkNewsMail, subscribes } from './trust-news.ts'
import { checkPendingCount, decideRequest, offerDocument } from './trust-owner.ts'
import { type Bench, signUp, type Visit, visit } from './visit.ts'

const GRACE = { name: 'Grace Hopper', company: 'Buyer Ltd' }

/** Default grants last a week. */
const DAY_MINUTES = 24 * 60
const GRANT_MINUTES = 8 * DAY_MINUTES

/** A unique name, for systems that run for a long time. */
const uniqueName = (): string => Date.now().toString(36)

/** Runs the tasks of a page's owner and of a buyer with a separate browser. */
const runStory = async (owner: Visit, buyer: Visit, bench: Bench): Promise<void> => {
  const slug = `loaf-${uniqueName()}`
  const mail = `grace-${uniqueName()}@buyer.example`
  const requester = { ...GRACE, mail }
  owner.watch.expectProblems(/status of (400|409)/, 'a reserved slug')
  await signUp(owner, '/trust-pages', 'Tara')
  await offerDocument(owner, slug, (name) => owner.inspector.inspectEverywhere(owner.page, name))
  await verifyPage(buyer, slug)
  await subscribes(buyer, bench, slug, mail)
  await buyer.page.goto(`${buyer.home}/trust/${slug}`)
  await requestDocument(buyer, bench, requester)
  await checkPendingCount(owner, 1)
  await decideRequest(owner, 'Grant', requester.name, 'Granted')
  await owner.inspector.inspectEverywhere(owner.page, 'requests')
  const first = await openCopy(buyer, bench, requester)
  await owner.page.goto(`${owner.home}/trust-pages/readers`)
  await owner.page.getByRole('table', { name: 'Readers' }).getByText('Stamped').waitFor()
  await owner.inspector.inspectEverywhere(owner.page, 'readers')
  await decideRequest(owner, 'Revoke', requester.name, 'Revoked')
  await checkExpiredLink(buyer, first, 'revoked')
  await owner.page.goto(`${owner.home}/trust-pages/pages/${slug}`)
  await storeDocument(owner, 'Security whitepaper')
  await checkNewsMail(buyer, bench, mail, 'Security whitepaper')
  // Resets the daily mail limit of the address.
  await sleepFor(bench.system, DAY_MINUTES)
  await decideRequest(owner, 'Grant', requester.name, 'Granted')
  const second = await openCopy(buyer, bench, requester, first)
  await sleepFor(bench.system, GRANT_MINUTES)
  await checkExpiredLink(buyer, second, 'expired')
}

/** The owner's tasks by keyboard alone. */
const judgeByKeyboard = (bench: Bench): Promise<Visit> =>
  visit(
    bench,
    'trust-keyboard',
    async (session) => {
      session.watch.expectProblems(/status of (400|409)/, 'a reserved slug')
      await signUp(session, '/trust-pages', 'Kay')
      await offerDocument(session, `loaf-${uniqueName()}`, (name) => session.inspector.inspectOnce(session.page, name))
    },
    {},
    keyboard,
  )

/** From an intake to a delivered document and the end of its access. */
export const judgeTrust = async (bench: Bench): Promise<string> => {
  let viewCount = 0
  await visit(bench, 'trust', async (owner) => {
    const { inspector } = await visit(bench, 'trust-buyer', (buyer) => runStory(owner, buyer, bench))
    viewCount += inspector.viewCount + owner.inspector.viewCount
  })
  await judgeByKeyboard(bench)
  return `an intake, a trust page, granted access, a stamped copy of a document and an update email; no findings in ${viewCount} views`
}
