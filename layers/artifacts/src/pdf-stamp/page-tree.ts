import { type PDFDocument, type PDFObject, PDFPageLeaf, PDFPageTree } from '@cantoo/pdf-lib'
import { PAGES_MAX } from './limits.ts'

/**
 * Whether a document has as many pages as may be stamped. The library walks the tree of pages wherever it leads: a dozen nodes that
 * each name the next one twenty times are more pages than atoms in a grain of sand. A node of a sound tree has one place; and what
 * the library takes for no page, readers may show, without a stamp.
 */
export const pagesFault = (document: PDFDocument): 'unreadable' | 'too_many_pages' | undefined => {
  const root: PDFObject = document.catalog.Pages()
  const seen = new Set([root])
  const open = [root]
  let pages = 0
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node instanceof PDFPageLeaf) pages++
    else if (!(node instanceof PDFPageTree)) return 'unreadable'
    else
      for (const kid of node.Kids().asArray()) {
        const child = document.context.lookup(kid)
        if (child === undefined || seen.has(child)) return 'unreadable'
        seen.add(child)
        open.push(child)
      }
    if (pages > PAGES_MAX) return 'too_many_pages'
  }
  return pages === 0 ? 'unreadable' : undefined
}
