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
  const [openDialog, setOpenDialog] = useState<'insert' | 'fill'>()
  const close = () => setOpenDialog(undefined)
  const whyNoText = draft.body.trim() === '' ? 'Write a text first' : undefined
  return (
    <div class="row">
      <Button onClick={() => setOpenDialog('insert')}>Insert from library…</Button>
      <Button unavailable={whyNoText} onClick={() => setOpenDialog('fill')}>
        Fill gaps…
      </Button>
      <LinkButton href="/evidence/attest">Attest text…</LinkButton>
      {openDialog === 'insert' && (
        <InsertDialog
          onClose={close}
          onInsert={(text, position) => {
            onBody(withInserted(draft.body, text, position === 'caret' ? areaRef.current?.selectionEnd : undefined))
            close()
          }}
        />
      )}
      {openDialog === 'fill' && (
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
