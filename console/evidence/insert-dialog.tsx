import { renderAsset } from '@signet/evidence'
import { Button, Dialog, Empty, LinkButton, Segments, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { EvidenceAsset } from '../api/evidence.ts'
import { useDebounced } from '../session/debounced.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { typeWords } from './evidence-words.ts'
import { assetPages } from './library-query.ts'

type InsertPosition = 'end' | 'caret'

const POSITIONS = [
  { value: 'end', text: 'At the end' },
  { value: 'caret', text: 'Below the cursor' },
] as const

const DEBOUNCE_MS = 300

const AssetChoice = ({
  asset,
  onInsert,
}: {
  readonly asset: EvidenceAsset
  readonly onInsert: (text: string) => void
}) => {
  const text = renderAsset(asset)
  return (
    <li class="card">
      <div class="row apart">
        <strong>{asset.title}</strong>
        <Button
          label={`Insert: ${asset.title}`}
          unavailable={text === undefined ? 'The asset lacks a required field. Complete it in the library.' : undefined}
          onClick={() => onInsert(text ?? '')}
        >
          Insert
        </Button>
      </div>
      <p class="second small">{typeWords(asset.type)}</p>
      {text && <p class="message-text small">{text}</p>}
    </li>
  )
}

export const InsertDialog = ({
  onInsert,
  onClose,
}: {
  readonly onInsert: (text: string, position: InsertPosition) => void
  readonly onClose: () => void
}) => {
  const [searchText, setSearchText] = useState('')
  const [position, setPosition] = useState<InsertPosition>('end')
  const searchQuery = useDebounced(searchText.trim(), DEBOUNCE_MS)
  const pages = useOrganizationPages(assetPages, searchQuery === '' ? {} : { q: searchQuery })
  return (
    <Dialog title="Insert from library" isWide onClose={onClose}>
      <div class="stack">
        <div class="row bottom">
          <TextField
            label="Search"
            type="search"
            value={searchText}
            onValue={setSearchText}
            autocomplete="off"
            maxLength={200}
          />
          <Segments label="Position" value={position} options={POSITIONS} onValue={setPosition} />
        </div>
        <LoadedPages
          of={pages}
          itemsOf={({ assets }) => assets}
          empty={
            <Empty action={<LinkButton href="/evidence/library/new">Create asset</LinkButton>}>
              {searchQuery === ''
                ? 'Your library is empty. Create an asset to insert it here.'
                : 'No asset matches these words.'}
            </Empty>
          }
        >
          {(all) => (
            <ul class="stack tight" aria-label="Assets">
              {all.map((asset) => (
                <AssetChoice key={asset.id} asset={asset} onInsert={(text) => onInsert(text, position)} />
              ))}
            </ul>
          )}
        </LoadedPages>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}
