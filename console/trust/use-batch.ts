import { useRef, useState } from 'preact/hooks'
import { type TrustArtifact, trust } from '../api/trust.ts'
import { draftKey } from '../session/drafts.ts'
import { faultOf, fieldFaults } from '../session/faults.ts'
import { invalidate } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { type Access, type ChosenAccess, sentAccess, shownAccess } from './file-access.ts'
import { slugsOf, stemOf } from './file-slugs.ts'
import { type DocumentUpload, fileFault, sendArtifact } from './upload.ts'

const NAME_MAX = 120

export interface ChosenFile extends DocumentUpload, ChosenAccess {
  readonly id: number
  /** refused: the file cannot be sent, whatever the form says. */
  readonly state: 'chosen' | 'refused' | 'waits' | 'sending' | 'added'
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

const keepAccess = (organization: string, access: Access): void => {
  try {
    localStorage.setItem(accessKey(organization), access)
  } catch {
    // Storage is unavailable, so the next file is on request by default.
  }
}

let ids = 0

export const formerOf = (all: readonly TrustArtifact[], slug: string): TrustArtifact | undefined =>
  all.find(({ artifact_slug: taken }) => taken === slug)

const chosenOf = (file: File, slug: string, former: TrustArtifact | undefined, usual: Access): ChosenFile => {
  const fault = fileFault(file)
  const name = former?.display_name ?? stemOf(file.name).slice(0, NAME_MAX)
  return {
    id: ids++,
    file,
    slug,
    name,
    excerpt: former?.excerpt ?? '',
    access: undefined,
    usual,
    isSigned: former?.signed === 1,
    state: fault === undefined ? 'chosen' : 'refused',
    fault,
  }
}

const addedTo = (
  pending: readonly ChosenFile[],
  added: readonly File[],
  all: readonly TrustArtifact[],
  usual: Access,
): readonly ChosenFile[] => {
  const names = added.map(({ name }) => name)
  const slugs = slugsOf(
    names,
    pending.map(({ slug }) => slug),
  )
  return added.map((file, at) => {
    const slug = slugs[at] ?? ''
    return chosenOf(file, slug, formerOf(all, slug), usual)
  })
}

const faultText = (error: unknown): string => Object.values(fieldFaults(error)).join('; ') || faultOf(error).message

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
const sendChosen = async (hash: string, chosen: ChosenFile, former: TrustArtifact | undefined) => {
  const stored = await sendArtifact(hash, { ...chosen, access: sentAccess(chosen, former) })
  const access = shownAccess(chosen, former)
  if (stored?.created && stored.row.access !== access)
    await trust.changeTrustArtifact({ hash, slug: chosen.slug, access })
  return stored
}

export const useBatch = (hash: string, all: readonly TrustArtifact[]): Batch => {
  const { organization } = useSession()
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(files)
  const put = (next: readonly ChosenFile[]) => {
    latest.current = next
    setFiles(next)
  }
  const change = (id: number, part: Partial<ChosenFile>) => {
    if (part.access !== undefined) keepAccess(organization.id, part.access)
    put(latest.current.map((each) => (each.id === id ? { ...each, ...part } : each)))
  }
  const store = async (file: ChosenFile): Promise<void> => {
    change(file.id, { state: 'sending' })
    try {
      const stored = await sendChosen(hash, file, formerOf(all, file.slug))
      // Browsers follow redirects, so this is the final response.
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
      const pending = latest.current.filter(({ state }) => state !== 'added' && state !== 'refused')
      put([...pending, ...addedTo(pending, added, all, lastAccess(organization.id))])
    },
    change,
    remove: (id) => put(latest.current.filter((each) => each.id !== id)),
    async send() {
      setBusy(true)
      const chosenFiles = latest.current.filter(({ state }) => state === 'chosen')
      for (const { id } of chosenFiles) change(id, { state: 'waits', fault: undefined })
      for (const each of chosenFiles) await store(each)
      setBusy(false)
      await invalidate('trust')
    },
  }
}
