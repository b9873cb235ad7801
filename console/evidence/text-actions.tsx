import { Button, LinkButton } from '@signet/ui'
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { type ContentDraft, withInserted } from './content-draft.ts'
import { GapFillDialog } from './gap-fill-dialog.tsx'
import { InsertDialog } from './insert-dialog.tsx'

export const TextActions = ({
  draft,
  onBody,
  areaRef,
}: {
  readonly draft: ContentDraft
  readonly onBody: (body: string) => void
  readonly areaRef: RefObject<HTMLTextAreaElement | null>
}) => {
  const [open, setOpen] = useState<'insert' | 'fill'>()
  const close = () => setOpen(undefined)
  const nothing = draft.body.trim() === '' ? 'Write a text first' : undefined
  return (
    <div class="row">
      <Button onClick={() => setOpen('insert')}>Insert from library…</Button>
      <Button unavailable={nothing} onClick={() => setOpen('fill')}>
        Fill gaps…
      </Button>
      <LinkButton href="/evidence/attest">Attest…</LinkButton>
      {open === 'insert' && (
        <InsertDialog
          onClose={close}
          onInsert={(text, place) => {
            onBody(withInserted(draft.body, text, place === 'caret' ? areaRef.current?.selectionEnd : undefined))
            close()
          }}
        />
      )}
      {open === 'fill' && (
        <GapFillDialog
          draft={draft}
          onClose={close}
          onApply={(body) => {
            onBody(body)
            close()
          }}
        />
      )}
    </div>
  )
}
