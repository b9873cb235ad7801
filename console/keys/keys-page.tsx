import { Badge, type Column, Dialog, Empty, LinkButton, Menu, PageHead, Secret, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { formatCount } from '../session/amounts.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { keysQuery, type ListedKey } from './key-list.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { samplesOf } from './samples.ts'
import { scopeSummary } from './scope-words.ts'

const COMMAND = `curl -s ${location.origin}/api/account/me -H 'authorization: Bearer plat_…'`

const lastUseOf = ({ lastUsed }: ListedKey) => {
  if (lastUsed === undefined) return '–'
  return lastUsed === null ? 'Never' : <Time at={lastUsed} now={serviceNow()} />
}

const budgetOf = ({ budget }: ListedKey): string => {
  if (budget === null) return 'No limit'
  const limit = budget.limit.toLocaleString('en')
  return budget.used === null
    ? `${formatCount(budget.limit, 'credit')} per day`
    : `${budget.used.toLocaleString('en')} of ${limit} today`
}

const columns = (openDialog: (dialog: 'revoke' | 'rotate', key: ListedKey) => void): readonly Column<ListedKey>[] => [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Service', cell: ({ kind }) => <Badge>{kind === 'image' ? 'Images' : 'Platform'}</Badge> },
  { title: 'Key', cell: ({ masked }) => <code>{masked}</code> },
  { title: 'Scopes', cell: ({ scopes }) => <span class="small">{scopeSummary(scopes)}</span> },
  { title: 'Daily credit limit', cell: budgetOf },
  { title: 'Last used', cell: lastUseOf },
  { title: 'Expires', cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} now={serviceNow()} /> : 'Never') },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: (key) => (
      <Menu
        label={`Actions for API key ${key.name}`}
        icon="more"
        items={[
          { text: 'Replace key…', onChoose: () => openDialog('rotate', key) },
          ...(key.kind === 'image'
            ? []
            : [{ text: 'Revoke key…', isDanger: true, onChoose: () => openDialog('revoke', key) }]),
        ]}
      />
    ),
  },
]

const RevokeDialog = ({ of: key, onClose }: { readonly of: ListedKey; readonly onClose: () => void }) => (
  <ConfirmAction
    title={`Revoke API key “${key.name}”?`}
    action="Revoke key"
    work={() => accounts.deleteApiKey({ id: key.id })}
    onDone={() => {
      void invalidate('keys')
      onClose()
    }}
    onClose={onClose}
  >
    <p>
      Requests with <code>{key.masked}</code> are rejected immediately. A revoked key cannot be restored.
    </p>
  </ConfirmAction>
)

const Keys = ({ keys }: { readonly keys: readonly ListedKey[] }) => {
  const [dialogState, setDialogState] = useState<{ readonly dialog: 'revoke' | 'rotate'; readonly key: ListedKey }>()
  const [secret, setSecret] = useState<{ readonly key: string; readonly scopes: readonly string[] }>()
  const close = () => setDialogState(undefined)
  return (
    <>
      <Table
        label="API keys"
        rows={keys}
        keyOf={({ kind, id }) => `${kind}-${id}`}
        columns={columns((dialog, key) => setDialogState({ dialog, key }))}
      />
      {dialogState?.dialog === 'revoke' && <RevokeDialog of={dialogState.key} onClose={close} />}
      {dialogState?.dialog === 'rotate' && (
        <RotateDialog
          of={dialogState.key}
          onClose={close}
          onReplaced={(key) => {
            close()
            setSecret({ key, scopes: dialogState.key.scopes })
          }}
        />
      )}
      {secret && (
        <Dialog title="New API key" isWide onClose={() => setSecret(undefined)}>
          <Secret what="API key" text={secret.key} samples={samplesOf(secret.key, secret.scopes)} />
        </Dialog>
      )}
    </>
  )
}

export const KeysPage = () => {
  const keys = useOrganizationQuery(keysQuery)
  const create = (
    <LinkButton href="/keys/new" kind="primary" icon="plus">
      Create API key
    </LinkButton>
  )
  return (
    <div class="stack">
      <PageHead
        title="API keys"
        about="Your programs authenticate with API keys. A key grants only its scopes."
        actions={keys.data?.length ? create : undefined}
      />
      <Loaded of={keys}>
        {(all) =>
          all.length === 0 ? (
            <Empty action={create} command={COMMAND}>
              Your API keys appear here. Create a key to let a program generate images, evaluate flags or search the
              archive.
            </Empty>
          ) : (
            <Keys keys={all} />
          )
        }
      </Loaded>
    </div>
  )
}
