import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { update } from './options.ts'
import { type Bench, visit } from './visit.ts'

/** Pictures of every component in every state; `--update` rewrites them. */
const PICTURES = join(import.meta.dirname, 'stories')
const SCHEMES = ['light', 'dark'] as const

/** Share of pixels that may differ, because browsers render letter edges differently. */
const TOLERANCE = 0.02
/** Smallest visible difference of a color channel. */
const VISIBLE_DIFFERENCE = 48
/** Rows by which the height of a picture may differ. */
const HEIGHT_TOLERANCE_PX = 2

interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

const pixelsOf = async (picture: Buffer | string): Promise<Pixels> => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Returns the visible difference of two pictures, or undefined. */
const differenceOf = (current: Pixels, expected: Pixels): string | undefined => {
  if (current.width !== expected.width || Math.abs(current.height - expected.height) > HEIGHT_TOLERANCE_PX)
    return `it is ${current.width} x ${current.height} px, and was ${expected.width} x ${expected.height}`
  const length = Math.min(current.data.length, expected.data.length)
  let differingPixels = 0
  for (let at = 0; at < length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) =>
        Math.abs(Number(current.data[at + channel]) - Number(expected.data[at + channel])) > VISIBLE_DIFFERENCE,
    )
    if (differs) differingPixels++
  }
  const share = differingPixels / (length / 3)
  return share > TOLERANCE ? `${(share * 100).toFixed(1)} % of its pixels differ` : undefined
}

const judgePicture = async (picture: Buffer, name: string): Promise<string | undefined> => {
  const file = join(PICTURES, `${name}.webp`)
  if (update) {
    writeFileSync(file, await sharp(picture).webp({ lossless: true }).toBuffer())
    return undefined
  }
  if (!existsSync(file)) return `${name}: no picture exists. Run with --update and check the new picture`
  const difference = differenceOf(await pixelsOf(picture), await pixelsOf(file))
  return difference === undefined ? undefined : `${name}: ${difference}`
}

/** Returns the addresses of all stories. A component that covers the page has one address per state. */
const addressesOf = async (page: Page, origin: string): Promise<readonly string[]> => {
  await page.goto(`${origin}/stories`)
  const options = page.getByLabel('Component', { exact: true }).locator('option')
  // Without the options there would be no stories to compare.
  await options.first().waitFor({ state: 'attached' })
  const names = await options.allTextContents()
  const components = names.filter((name) => name !== 'All')
  const overlays = await page
    .locator('main a[href*="&state="]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const overlayNames = overlays.map((address) => new URLSearchParams(address.split('?')[1]).get('story'))
  return [
    ...components.filter((name) => !overlayNames.includes(name)).map((name) => `/stories?story=${name}`),
    ...overlays,
  ]
}

/** Compares every component in every state with its picture in both schemes, and checks it with axe. */
export const judgeStories = async (bench: Bench): Promise<string> => {
  const origin = String(bench.system.urls.platform)
  mkdirSync(PICTURES, { recursive: true })
  let judged = 0
  await visit(bench, 'stories', async ({ page, watch, inspector }) => {
    watch.expectProblems(/status of 401/, 'the page requests the session, and no user is signed in')
    for (const address of await addressesOf(page, origin)) {
      const query = new URLSearchParams(address.split('?')[1])
      const name = [query.get('story'), query.get('state')].filter(Boolean).join('-')
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await page.goto(`${origin}${address}`)
        await page.locator('[data-story]').first().waitFor()
        await page.waitForLoadState('networkidle')
        // An open dialog covers the page, so only the dialog is compared.
        const dialog = page.getByRole('dialog')
        const subject = (await dialog.count()) > 0 ? dialog : page.locator('main section')
        const problem = await judgePicture(
          await subject.first().screenshot({ animations: 'disabled' }),
          `${name}-${scheme}`,
        )
        if (problem !== undefined) inspector.problems.push(problem)
        judged++
      }
      await inspector.inspectOnce(page, name)
    }
  })
  return `${judged} screenshots of components equal the stored ones`
}
