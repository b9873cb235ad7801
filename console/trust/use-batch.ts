import { useRef, useState } from 'preact/hooks'
import { type TrustArtifact, trust } from '../api/trust.ts'
import { draftKey } from '../session/drafts.ts'
import { faultOf, fieldFaults } from '../session/faults.ts'
import { invalidate } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { type Access, accessToSend, type ChosenAccess, selectedAccess } from './file-access.ts'
import { slugsOf, stemOf } from './file-slugs.ts'
import { ruleSentence } from './form-fault.ts'
import { type DocumentUpload, fileFault, sendArtifact } from './upload.ts'

const NAME_MAX = 120

export interface ChosenFile extends DocumentUpload, ChosenAccess {
  readonly id: number
  /** `refused`: the file is never sent, because its type or size is not allowed. */
  readonly state: 'chosen' | 'refused' | 'waiting' | 'sending' | 'added'
  readonly fault?: string | undefined
  readonly warnings?: readonly string[]
}

const accessKey = (organization: string): string => draftKey('trust-access', organization)

/** Returns the last chosen access. A document becomes public only by explicit choice. */
const lastAccess = (organization: string): Access => {
  try {
    return localStorage.getItem(accessKey(organization)) === 'public' ? 'public' : 'request'
  } catch {
    return 'request'
  }
}

const storeAccess = (organization: string, access: Access): void => {
  try {
    localStorage.setItem(accessKey(organization), access)
  } catch {
    // Storage is unavailable, so the next file is on request by default.
  }
}

let nextId = 0

export const documentWithSlug = (documents: readonly TrustArtifact[], slug: string): TrustArtifact | undefined =>
  documents.find(({ artifact_slug: taken }) => taken === slug)

const chosenFileOf = (
  file: File,
  slug: string,
  replacedDocument: TrustArtifact | undefined,
  defaultAccess: Access,
): ChosenFile => {
  const fault = fileFault(file)
  const name = replacedDocument?.display_name ?? stemOf(file.name).slice(0, NAME_MAX)
  return {
    id: nextId++,
    file,
    slug,
    name,
    excerpt: replacedDocument?.excerpt ?? '',
    access: undefined,
    defaultAccess,
    isSigned: replacedDocument?.signed === 1,
    state: fault === undefined ? 'chosen' : 'refused',
    fault,
  }
}

const chosenFilesOf = (
  pending: readonly ChosenFile[],
  added: readonly File[],
  documents: readonly TrustArtifact[],
  defaultAccess: Access,
): readonly ChosenFile[] => {
  const names = added.map(({ name }) => name)
  const slugs = slugsOf(
    names,
    pending.map(({ slug }) => slug),
  )
  return added.map((file, index) => {
    const slug = slugs[index] ?? ''
    return chosenFileOf(file, slug, documentWithSlug(documents, slug), defaultAccess)
  })
}

const faultText = (error: unknown): string =>
  Object.values(fieldFaults(error)).map(ruleSentence).join(' ') || faultOf(error).message

export interface Batch {
  readonly files: readonly ChosenFile[]
  readonly isBusy: boolean
  choose(files: readonly File[]): void
  change(id: number, part: Partial<ChosenFile>): void
  remove(id: number): void
  /** Uploads the files one after the other. A failure does not stop the others. */
  send(): Promise<void>
}

/**
 * Returns why no other intake can be published before the files are uploaded: they would belong to a receipt that the
 * page no longer shows.
 */
export const unsentWords = ({ files, isBusy }: Pick<Batch, 'files' | 'isBusy'>): string | undefined => {
  if (isBusy) return 'Files are being uploaded'
  return files.some(({ state }) => state === 'chosen') ? 'Add or remove the selected files first' : undefined
}

/** Uploads a file. If the document to replace was deleted in the meantime, the access of the form applies. */
const sendChosen = async (hash: string, chosen: ChosenFile, replacedDocument: TrustArtifact | undefined) => {
  const stored = await sendArtifact(hash, { ...chosen, access: accessToSend(chosen, replacedDocument) })
  const access = selectedAccess(chosen, replacedDocument)
  if (stored?.created && stored.row.access !== access)
    await trust.changeTrustArtifact({ hash, slug: chosen.slug, access })
  return stored
}

export const useBatch = (hash: string, documents: readonly TrustArtifact[]): Batch => {
  const { organization } = useSession()
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [isBusy, setBusy] = useState(false)
  const latestFiles = useRef(files)
  const setAllFiles = (next: readonly ChosenFile[]) => {
    latestFiles.current = next
    setFiles(next)
  }
  const change = (id: number, part: Partial<ChosenFile>) => {
    if (part.access !== undefined) storeAccess(organization.id, part.access)
    setAllFiles(latestFiles.current.map((each) => (each.id === id ? { ...each, ...part } : each)))
  }
  const uploadFile = async (file: ChosenFile): Promise<void> => {
    change(file.id, { state: 'sending' })
    try {
      const stored = await sendChosen(hash, file, documentWithSlug(documents, file.slug))
      // The response type includes a redirect, which browsers follow.
      const warnings = stored && 'warnings' in stored ? stored.warnings.map(({ message }) => message) : []
      change(file.id, { state: 'added', warnings })
    } catch (error) {
      change(file.id, { state: 'chosen', fault: faultText(error) })
    }
  }
  return {
    files,
    isBusy,
    choose(added) {
      const pending = latestFiles.current.filter(({ state }) => state !== 'added' && state !== 'refused')
      setAllFiles([...pending, ...chosenFilesOf(pending, added, documents, lastAccess(organization.id))])
    },
    change,
    remove: (id) => setAllFiles(latestFiles.current.filter((each) => each.id !== id)),
    async send() {
      setBusy(true)
      const chosenFiles = latestFiles.current.filter(({ state }) => state === 'chosen')
      for (const { id } of chosenFiles) change(id, { state: 'waiting', fault: undefined })
      for (const each of chosenFiles) await uploadFile(each)
      setBusy(false)
      await invalidate('trust')
    },
  }
}
