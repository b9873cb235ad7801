/** A color for the light and the dark scheme, as #rrggbb. */
export type Color = readonly [light: string, dark: string]

/**
 * Colors by role. Text on `ground` and `raised` has a contrast of at least 5.3, control borders of 3.2; WCAG 2.2
 * requires 4.5 (1.4.3) and 3 (1.4.11). Verified by test/unit/ui/tokens.test.ts.
 */
export const COLORS = {
  ground: ['#ffffff', '#101216'],
  raised: ['#f6f7f9', '#191c22'],
  ink: ['#16181d', '#eceef2'],
  second: ['#545a66', '#a3aab8'],
  control: ['#848a97', '#717887'],
  accent: ['#2457d6', '#8fb2ff'],
  'on-accent': ['#ffffff', '#101216'],
  danger: ['#b4232a', '#ff8f96'],
  ok: ['#17754a', '#56d093'],
  warn: ['#855600', '#f0b429'],
  line: ['#dfe2e8', '#2b3039'],
} as const satisfies Readonly<Record<string, Color>>

const colorLines = Object.entries(COLORS).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)

export const TOKEN_STYLE = `:root{color-scheme:light dark;${colorLines.join(';')};
--sans:system-ui,sans-serif;--mono:ui-monospace,monospace;
--text-12:.75rem;--text-13:.8125rem;--text-14:.875rem;--text-16:1rem;--text-20:1.25rem;--text-24:1.5rem;--text-32:2rem;
--radius:6px}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}`
