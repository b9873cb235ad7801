import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { plant } from './options.ts'

type Scheme = 'light' | 'dark'

/** Widths of a small phone, a common phone and a laptop. */
const WIDTHS = [320, 390, 1280] as const
const SCHEMES: readonly Scheme[] = ['light', 'dark']
const HEIGHT = 900
/** The laptop at a zoom of 200 %: half as many CSS pixels. */
const ZOOMED_WIDTH = 640

/** Combinations that axe checks: colors differ by scheme, content by width. */
const AXE_COMBINATIONS: ReadonlySet<string> = new Set(['320 light', '390 dark', '1280 light', '1280 dark'])

/** Returns all axe violations of the current page, of every impact, without exceptions. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  // The default mode opens a new page for each run.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(' | ')}`,
  )
}

/** Returns how far the document overflows to the right, with the widest element; undefined if it fits. */
const overflowOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return undefined
    const widest = [...document.querySelectorAll('body *')]
      .map((element) => ({ element, right: element.getBoundingClientRect().right }))
      .sort((one, b) => b.right - one.right)[0]
    return `${scrollWidth} px wide on a screen of ${clientWidth}: ${widest?.element.outerHTML.slice(0, 120)}`
  })

/** Counts visible texts and controls; forced colors must not hide any. */
const countVisible = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [
        ...document.querySelectorAll('h1, h2, h3, p, a, button, input, select, textarea, td, th, label, li, img'),
      ].filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })).length,
  )

/** Waits until nothing is loading or moving. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined)
  await page
    .locator('.skeleton')
    .first()
    .waitFor({ state: 'detached', timeout: 8_000 })
    .catch(() => undefined)
}

/** Inspects pages and collects their problems. */
export class ViewInspector {
  readonly problems: string[] = []
  viewCount = 0
  private readonly prefix: string
  private readonly artifacts: string

  constructor(artifacts: string, prefix: string) {
    this.artifacts = artifacts
    this.prefix = prefix
  }

  private report(name: string, condition: string, problems: readonly string[]): void {
    this.problems.push(...problems.map((problem) => `${name}, ${condition}: ${problem}`))
  }

  private async takeScreenshot(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(this.artifacts, `${this.prefix}-${name}.png`), animations: 'disabled' })
  }

  private async runAxe(page: Page, name: string, where: string): Promise<void> {
    if (plant) await page.evaluate(() => document.documentElement.removeAttribute('lang'))
    this.report(name, where, await violationsOf(page))
  }

  /** Inspects the current state of the page, in the middle of a journey. */
  async inspectOnce(page: Page, name: string): Promise<void> {
    await settle(page)
    const overflow = await overflowOf(page)
    if (overflow) this.report(name, 'at the current size', [overflow])
    await this.runAxe(page, name, 'at the current size')
    await this.takeScreenshot(page, name)
    this.viewCount++
  }

  private async inspectAtWidth(page: Page, name: string, width: number): Promise<void> {
    await page.setViewportSize({ width, height: HEIGHT })
    const overflow = await overflowOf(page)
    if (overflow) this.report(name, `${width} px`, [overflow])
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme })
      if (AXE_COMBINATIONS.has(`${width} ${scheme}`)) await this.runAxe(page, name, `${width} px ${scheme}`)
      await this.takeScreenshot(page, `${name}-${width}-${scheme}`)
    }
  }

  private async inspectZoomed(page: Page, name: string): Promise<void> {
    await page.setViewportSize({ width: ZOOMED_WIDTH, height: HEIGHT / 2 })
    const overflow = await overflowOf(page)
    if (overflow) this.report(name, 'zoomed to 200 %', [overflow])
    await this.runAxe(page, name, 'zoomed to 200 %')
  }

  private async inspectForcedColors(page: Page, name: string): Promise<void> {
    const before = await countVisible(page)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const after = await countVisible(page)
    if (after < before) this.report(name, 'forced colors', [`${before - after} of ${before} elements disappear`])
    await this.runAxe(page, name, 'forced colors')
    await this.takeScreenshot(page, `${name}-forced`)
  }

  /** Inspects the page in every width and scheme, zoomed, with forced colors and with reduced motion. */
  async inspectEverywhere(page: Page, name: string): Promise<void> {
    await settle(page)
    for (const width of WIDTHS) await this.inspectAtWidth(page, name, width)
    await page.emulateMedia({ colorScheme: 'light' })
    await this.inspectZoomed(page, name)
    await page.setViewportSize({ width: 1280, height: HEIGHT })
    await this.inspectForcedColors(page, name)
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference', colorScheme: 'light' })
    this.viewCount++
  }
}
