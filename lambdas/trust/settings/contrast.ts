import { COLORS } from '@signet/ui/tokens'

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const channel = Number.parseInt(color.slice(offset, offset + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns the contrast ratio of two colors in the format `#rrggbb`, 1 to 21 (WCAG 2.2 1.4.3).
 */
export const contrastRatio = (color: string, otherColor: string): number => {
  const [dark = 0, light = 0] = [luminance(color), luminance(otherColor)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const SCHEMES = ['light', 'dark'] as const

const TEXT_CONTRAST = 4.5

interface FieldFault {
  readonly field: string
  readonly message: string
}

/**
 * Returns the contrast errors of accent colors. Each color is used for text on both backgrounds of its scheme (page and
 * raised elements).
 */
export const accentErrors = (accent: Readonly<Record<(typeof SCHEMES)[number], string>>): readonly FieldFault[] =>
  SCHEMES.flatMap((scheme, schemeIndex) => {
    const backgrounds = [COLORS.ground, COLORS.raised].map((color) => color[schemeIndex] ?? '')
    const lowest = Math.min(...backgrounds.map((background) => contrastRatio(accent[scheme], background)))
    if (lowest >= TEXT_CONTRAST) return []
    const rule = `must have a contrast of ${TEXT_CONTRAST} to ${backgrounds.join(' and ')}; the contrast is ${lowest.toFixed(2)}`
    return [{ field: `accent.${scheme}`, message: rule }]
  })
