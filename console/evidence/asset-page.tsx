import { CopyId, Notice, PageHead, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { type EvidenceAsset, evidence } from '../api/evidence.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { formatCount } from '../session/amounts.ts'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { invalidate, invalidateLater, queries, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { type AssetDraft, assetDraftOf, assetOf, missingField } from './asset-draft.ts'
import { AssetFields, AssetPreview } from './asset-fields.tsx'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { typeWords } from './evidence-words.ts'
import { assetQuery } from './library-query.ts'
import { evidenceFault } from './refusals.tsx'

const DeleteAsset = ({ asset: { id, title, usageCount } }: { readonly asset: EvidenceAsset }) => {
  const { route } = useLocation()
  return (
    <ConfirmButton
      text="Delete…"
      title="Delete this asset?"
      action="Delete asset"
      work={() => evidence.deleteEvidenceAsset({ id })}
      onDone={() => {
        void invalidateLater('evidence')
        // Replaces the page of the deleted asset in the history.
        route('/evidence/library', true)
      }}
    >
      <p>“{title}” is deleted permanently and no longer counts toward your library quota.</p>
      <p>
        {usageCount === 0
          ? 'This asset is not used in any revised text.'
          : `The asset was used in ${formatCount(usageCount, 'revised text')}. These texts are not changed.`}
      </p>
    </ConfirmButton>
  )
}

const EditForm = ({ asset }: { readonly asset: EvidenceAsset }) => {
  const { organization } = useSession()
  const [draft, setDraft] = useState(() => assetDraftOf(asset))
  const [isSaved, setSaved] = useState(false)
  const save = useAction(
    () => evidence.updateEvidenceAsset({ id: asset.id, ...assetOf(draft) }),
    ({ asset: saved }) => {
      queries.setQueryData(assetQuery(organization.id, asset.id).queryKey, saved)
      void invalidate('evidence', organization.id, 'library')
      setSaved(true)
    },
  )
  const change = (changes: Partial<AssetDraft>) => {
    setSaved(false)
    setDraft((current) => ({ ...current, ...changes }))
  }
  return (
    <div class="playground">
      <ActionForm
        action={{ isBusy: save.isBusy, fault: evidenceFault(save.error) }}
        onSubmit={() => save.run()}
        text="Save asset"
        unavailable={missingField(draft)}
      >
        <AssetFields draft={draft} change={change} fields={save.fields} />
        {isSaved && (
          <Notice kind="ok" isAlert>
            <p>The asset was saved.</p>
          </Notice>
        )}
      </ActionForm>
      <div class="passage">
        <AssetPreview draft={draft} />
      </div>
    </div>
  )
}

const AssetView = ({ asset }: { readonly asset: EvidenceAsset }) => (
  <div class="stack">
    <PageHead
      title={asset.title}
      about={
        <>
          {typeWords(asset.type)}, updated <Time at={asset.updatedAt} now={serviceNow()} />, used in{' '}
          {formatCount(asset.usageCount, 'revision')} <CopyId id={asset.id} what="ID" />
        </>
      }
      actions={<DeleteAsset asset={asset} />}
    />
    <EvidenceTabs current="/evidence/library" />
    <EditForm asset={asset} />
  </div>
)

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const AssetPage = () => {
  const { organization } = useSession()
  const { params } = useRoute()
  const id = params.id ?? ''
  const asset = useQuery({ ...assetQuery(organization.id, id), enabled: UUID.test(id) })
  const absent = <NotFound what="asset" back={{ href: '/evidence/library', text: 'Back to library' }} />
  if (!UUID.test(id)) return absent
  return (
    <Loaded of={asset} absent={absent}>
      {(data) => <AssetView key={data.id} asset={data} />}
    </Loaded>
  )
}
