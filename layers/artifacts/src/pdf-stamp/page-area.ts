import { PDFArray, PDFNumber, type PDFPage } from '@cantoo/pdf-lib'

/** What a page shows, in the units of its paper, by its corners. */
export interface Area {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

const areaOf = (box: PDFArray): Area => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [0, 1, 2, 3].map((nth) => box.lookup(nth, PDFNumber).asNumber())
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) }
}

const isEmpty = ({ left, bottom, right, top }: Area): boolean => !(right > left && top > bottom)

/** The part of a page that readers show: its crop box, as far as it lies on the paper (ISO 32000-1, 14.11.2). */
export const shownArea = ({ node }: PDFPage): Area => {
  const paper = areaOf(node.MediaBox())
  if (isEmpty(paper)) throw new Error('A page has no paper')
  const crop = node.CropBox()
  if (!(crop instanceof PDFArray)) return paper
  const cut = areaOf(crop)
  const shown = {
    left: Math.max(paper.left, cut.left),
    bottom: Math.max(paper.bottom, cut.bottom),
    right: Math.min(paper.right, cut.right),
    top: Math.min(paper.top, cut.top),
  }
  return isEmpty(shown) ? paper : shown
}
