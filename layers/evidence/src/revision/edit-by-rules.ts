import type { Asset } from '../assets/asset.ts'
import { renderAsset } from '../assets/render-asset.ts'
import { type Content, normalizedContent } from '../content.ts'

/** A revision by rules, and the assets that stand in it. */
export interface Edited {
  readonly content: Content
  readonly inserted: readonly string[]
}

/**
 * Adds assets behind the text, each with who says it or where it is from. It says nothing that neither text nor asset says;
 * what lacks what its type needs is left out.
 */
export const editByRules = (given: Content | string, assets: readonly Asset[]): Edited => {
  const content = normalizedContent(given)
  const parts: string[] = []
  const inserted: string[] = []
  for (const asset of assets) {
    const part = renderAsset(asset)
    if (part === undefined) continue
    parts.push(part)
    inserted.push(asset.id)
  }
  if (parts.length === 0) return { content, inserted }
  return { content: { ...content, body: `${content.body.trimEnd()}\n\n${parts.join('\n\n')}\n` }, inserted }
}
