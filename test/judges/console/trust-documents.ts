import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import type { Visit } from './visit.ts'

/** A PDF with two pages. */
const createPdf = async (): Promise<Buffer> => {
  const document = await PDFDocument.create()
  for (const number of [1, 2]) document.addPage([595, 842]).drawText(`Findings, part ${number}`)
  return Buffer.from(await document.save())
}

const fileOf = async (name: string) => ({
  name: `${name}.pdf`,
  mimeType: 'application/pdf',
  buffer: await createPdf(),
})

/** Drops a file, as with a mouse. */
const dropFile = async (page: Page, name: string): Promise<void> => {
  const { buffer, mimeType, ...file } = await fileOf(name)
  const data = await page.evaluateHandle(
    ([bytes, type, title]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], title, { type }))
      return transfer
    },
    [[...buffer], mimeType, file.name] as const,
  )
  await page.getByRole('region', { name: 'Choose files' }).dispatchEvent('drop', { dataTransfer: data })
}

/** Chooses a file with the button. */
export const chooseFile = async ({ page, hands }: Visit, name: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await hands.press(page.getByRole('button', { name: 'Choose files' }))
  await (await chooser).setFiles(await fileOf(name))
}

/** Returns the documents table of a page. */
export const documents = (page: Page) => page.getByRole('table', { name: 'Documents' })

/** A chosen file is stored only when its form is sent, and is on request by default. */
export const addChosenFile = async (
  { page, hands }: Visit,
  name: string,
  inspectView?: (name: string) => Promise<void>,
): Promise<void> => {
  const form = page.getByRole('group', { name: `${name}.pdf` })
  await form.waitFor()
  if ((await documents(page).getByRole('rowheader', { name, exact: true }).count()) > 0)
    throw new Error(`${name} is stored before its access was set`)
  const access = await form.getByLabel('Access').inputValue()
  if (access !== 'request') throw new Error(`The default access is ${access}`)
  await hands.write(form.getByLabel('Excerpt (optional)'), 'What was tested, and by whom')
  await inspectView?.('document-chosen')
  await hands.press(page.getByRole('button', { name: 'Add 1 document' }))
  await page.getByText('Added', { exact: true }).waitFor()
  await documents(page).getByRole('rowheader', { name, exact: true }).waitFor()
}

/** Drops a file and enters its description. */
export const storeDocument = async (session: Visit, name: string): Promise<void> => {
  await dropFile(session.page, name)
  await addChosenFile(session, name)
}

/** A second file with the same name replaces the first after a confirmation that names both. */
export const checkReplaceConfirmation = async (
  session: Visit,
  name: string,
  inspectView: (name: string) => Promise<void>,
): Promise<void> => {
  const { page, hands } = session
  await chooseFile(session, name)
  await hands.press(page.getByRole('button', { name: 'Add 1 document' }))
  const dialog = page.getByRole('dialog', { name: `Replace ${name}?` })
  await dialog.getByText(`${name}.pdf`).waitFor()
  await inspectView('document-replaced')
  await hands.press(dialog.getByRole('button', { name: 'Cancel' }))
  await hands.press(page.getByRole('button', { name: `Remove ${name}.pdf` }))
}

/** The preview shows what buyers see, and follows changes of the access. */
export const changeAccess = async ({ page, hands }: Visit, name: string): Promise<void> => {
  const preview = page.frameLocator('iframe[title^="Trust page"]')
  await preview.getByRole('link', { name: `${name} (on request)` }).waitFor()
  await hands.press(page.getByRole('button', { name: `Make public ${name}` }))
  await preview.getByRole('link', { name: name, exact: true }).waitFor()
  await hands.press(page.getByRole('button', { name: `Make available on request ${name}` }))
  await preview.getByRole('link', { name: `${name} (on request)` }).waitFor()
  await hands.mark(page.getByRole('radio', { name: 'Mobile' }))
  const width = await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().width)
  if (width > 390) throw new Error(`The narrow preview is ${width} px wide`)
}
