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
const SEEN = 48
/** Rows by which the height of a picture may differ. */
const ROWS = 2

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
const differenceOf = (one: Pixels, other: Pixels): string | undefined => {
  if (one.width !== other.width || Math.abs(one.height - other.height) > ROWS)
    return `it is ${one.width} x ${one.height} px, and was ${other.width} x ${other.height}`
  const length = Math.min(one.data.length, other.data.length)
  let seen = 0
  for (let at = 0; at < length; at += 3) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs(Number(one.data[at + channel]) - Number(other.data[at + channel])) > SEEN,
    )
    if (differs) seen++
  }
  const share = seen / (length / 3)
  return share > TOLERANCE ? `${(share * 100).toFixed(1)} % of its pixels differ` : undefined
}

const judgePicture = async (picture: Buffer, name: string): Promise<string | undefined> => {
  const file = join(PICTURES, `${name}.webp`)
  if (update) {
    writeFileSync(file, await sharp(picture).webp({ lossless: true }).toBuffer())
    return undefined
  }
  if (!existsSync(file)) return `${name}: there is no picture of it; look at it and run with --update`
  const difference = differenceOf(await pixelsOf(picture), await pixelsOf(file))
  return difference === undefined ? undefined : `${name}: ${difference}`
}

/** Returns the addresses of all stories; those that cover the page are split by state. */
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
  const covering = overlays.map((address) => new URLSearchParams(address.split('?')[1]).get('story'))
  return [...components.filter((name) => !covering.includes(name)).map((name) => `/stories?story=${name}`), ...overlays]
}

/** Compares every component in every state with its picture in both schemes, and checks it with axe. */
export const judgeStories = async (bench: Bench): Promise<string> => {
  const origin = String(bench.system.urls.platform)
  mkdirSync(PICTURES, { recursive: true })
  let judged = 0
  await visit(bench, 'stories', async ({ page, watch, look }) => {
    watch.provokes(/status of 401/, 'nobody is signed in, which the page asks')
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
        if (problem !== undefined) look.problems.push(problem)
        judged++
      }
      await look.now(page, name)
    }
  })
  return `${judged} pictures of components`
}
