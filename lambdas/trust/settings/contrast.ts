import { COLORS } from '@signet/ui/tokens'

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colors, 1 to 21 (WCAG 2.2 1.4.3). @param one @param other `#rrggbb` */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const SCHEMES = ['light', 'dark'] as const

const TEXT_CONTRAST = 4.5

interface Fault {
  readonly field: string
  readonly message: string
}

/** Returns the contrast errors of accent colors: text in them is shown on both backgrounds of the scheme. */
export const accentFaults = (accent: Readonly<Record<(typeof SCHEMES)[number], string>>): readonly Fault[] =>
  SCHEMES.flatMap((scheme, nth) => {
    const grounds = [COLORS.ground, COLORS.raised].map((color) => color[nth] ?? '')
    const least = Math.min(...grounds.map((ground) => contrast(accent[scheme], ground)))
    if (least >= TEXT_CONTRAST) return []
    const rule = `must have a contrast of ${TEXT_CONTRAST} to ${grounds.join(' and ')}; the contrast is ${least.toFixed(2)}`
    return [{ field: `accent.${scheme}`, message: rule }]
  })
