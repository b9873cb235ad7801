import { type Asset, assetText } from './asset.ts'

const onOneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

/** Replaces quotation marks, which would end the enclosing quotation. */
const withoutQuotationMarks = (text: string, replacement: string): string =>
  onOneLine(text).replace(/["“”„«»]/g, replacement)

const speakerOf = (asset: Asset): string | undefined => {
  const name = assetText(asset, 'speaker', 'name', 'person', 'attribution') ?? asset.authorName ?? undefined
  const role = assetText(asset, 'role', 'title', 'jobTitle', 'credential', 'credentials')
  const organization = assetText(asset, 'organization', 'organisation', 'company', 'institution')
  const parts = [name, role, organization].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? undefined : parts.join(', ')
}

const sourceOf = ({ title, sourceUrl }: Asset): string => {
  if (!sourceUrl || !/^https?:\/\/[^\s()<>]+$/.test(sourceUrl)) return ''
  return ` ([${onOneLine(title).replace(/[[\]]/g, '')}](${sourceUrl}))`
}

const renderQuotation = (asset: Asset): string | undefined => {
  const quote = assetText(asset, 'quote', 'quotation', 'text', 'body')
  const speaker = speakerOf(asset)
  if (quote === undefined || speaker === undefined) return undefined
  return `> “${withoutQuotationMarks(quote.replace(/^["“]|["”]$/g, ''), "'")}”\n>\n> — ${withoutQuotationMarks(speaker, '')}${sourceOf(asset)}`
}

const renderImage = (asset: Asset): string | undefined => {
  const address = assetText(asset, 'url', 'src', 'imageUrl', 'image', 'href') ?? asset.sourceUrl ?? undefined
  if (address === undefined || /[\s()<>]/.test(address)) return undefined
  const alternative = assetText(asset, 'alt', 'caption', 'description') ?? asset.title
  return `![${onOneLine(alternative).replace(/[[\]]/g, '')}](${address})`
}

const renderPassage = (asset: Asset): string | undefined => {
  const text = assetText(asset, 'text', 'finding', 'summary', 'description', 'story', 'body', 'result')
  if (text === undefined) return undefined
  const method = assetText(asset, 'method', 'methodology')
  const sentences = [text, method].filter((each) => each !== undefined).map((each) => each?.trim())
  return `${sentences.join(' ')}${sourceOf(asset)}`
}

/**
 * Renders an asset as Markdown with its speaker or source. Returns undefined if a field that its type requires is
 * missing.
 */
export const renderAsset = (asset: Asset): string | undefined => {
  switch (asset.type) {
    case 'customer_quote':
    case 'expert_quote':
      return renderQuotation(asset)
    case 'original_visual':
    case 'technical_diagram':
      return renderImage(asset)
    case 'case_study': {
      const text = renderPassage(asset)
      return text && `## Case study: ${onOneLine(asset.title)}\n\n${text}`
    }
    default:
      return renderPassage(asset)
  }
}
