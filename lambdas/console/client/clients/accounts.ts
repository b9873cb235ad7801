// Made from the contract "accounts" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface Leaving {
  /** waiting: it can be undone until `erases_at` */
  readonly state: 'none' | 'waiting' | 'erasing'
  readonly asked_at: string | null
  /** From then on everything is erased for good */
  readonly erases_at: string | null
}

export interface AccountExport {
  readonly state: 'preparing' | 'ready'
  readonly asked_at: string
  readonly ready_at: string | null
  /** From then on the ZIP is gone */
  readonly expires_at: string | null
  /** Address of the ZIP, good for 15 minutes: ask again for another */
  readonly url: string | null
  /** Size of the ZIP */
  readonly bytes: number | null
  readonly files: number | null
  /** Services whose part is there */
  readonly answered: readonly string[]
  /** Services whose part is not there yet; once it is ready, those that had not answered in a day */
  readonly missing: readonly string[]
}

export interface AccountsClientOptions {
  /** Scheme, host and the path before the contract's own routes, if any. */
  readonly baseUrl: string
  /** Sent as Authorization: Bearer; a function is asked before each attempt. */
  readonly credential?: string | (() => string | Promise<string>) | undefined
  /** Default: the platform's own. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Further attempts of calls that may be repeated; default 2. */
  readonly retries?: number | undefined
  /** Milliseconds that a whole call may take, further attempts included; default 60000. */
  readonly timeout?: number | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface AccountsCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface AccountsErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class AccountsApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'AccountsApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: AccountsErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: AccountsErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class AccountsNetworkError extends Error {
  override readonly name: string = 'AccountsNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class AccountsTimeoutError extends Error {
  override readonly name: string = 'AccountsTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `GET /login`. */
export interface SignInInput {
  /** Path on this host for the redirect afterwards; any other is replaced */
  readonly redirect?: string | undefined
  /** Outcome of a sign-in: signed_out, expired, leaving, refused, unavailable */
  readonly notice?: string | undefined
  /** Cookies of the service */
  readonly cookie?: string | undefined
  /** User agent of the browser */
  readonly 'user-agent'?: string | undefined
}

/**
 * The outcome, and a link to sign in again
 * To the authentication service
 */
export type SignInOutput = Response

export type SignInResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 302; readonly headers: Headers; readonly body: Response }

/** Refusals that `signIn` declares; `code` tells them apart. */
export type SignInError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /api/auth/callback`. */
export interface FinishSignInInput {
  /** The authorization code */
  readonly code?: string | undefined
  /** The state of the authorization request */
  readonly state?: string | undefined
  /** Error code (RFC 6749 4.1.2.1) */
  readonly error?: string | undefined
  /** Error description */
  readonly error_description?: string | undefined
  /** Address of a page about the error */
  readonly error_uri?: string | undefined
  /** Issuer of the response (RFC 9207) */
  readonly iss?: string | undefined
  /** Ignored */
  readonly session_state?: string | undefined
  /** Cookies of the service */
  readonly cookie?: string | undefined
  /** User agent of the browser */
  readonly 'user-agent'?: string | undefined
}

/** To the next step, or to the sign-in page */
export type FinishSignInOutput = undefined

export type FinishSignInResponse = { readonly status: 302; readonly headers: Headers; readonly body: FinishSignInOutput }

/** Refusals that `finishSignIn` declares; `code` tells them apart. */
export type FinishSignInError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/auth/relay`. */
export interface RelaySignInInput {
  /** The one-time token */
  readonly token?: string | undefined
  /** Path on this host for the redirect afterwards; any other is replaced */
  readonly redirect?: string | undefined
  /** Cookies of the service */
  readonly cookie?: string | undefined
  /** User agent of the browser */
  readonly 'user-agent'?: string | undefined
}

/** To the target, or to the sign-in page */
export type RelaySignInOutput = undefined

export type RelaySignInResponse = { readonly status: 302; readonly headers: Headers; readonly body: RelaySignInOutput }

/** Refusals that `relaySignIn` declares; `code` tells them apart. */
export type RelaySignInError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /api/auth/logout`. */
export interface SignOutInput {
  /** Cookies of the service */
  readonly cookie?: string | undefined
  /** User agent of the browser */
  readonly 'user-agent'?: string | undefined
}

/** It is over */
export type SignOutOutput = {
  readonly ok: true
  /** Next address for the browser */
  readonly next: string
}

export type SignOutResponse = { readonly status: 200; readonly headers: Headers; readonly body: SignOutOutput }

/** Refusals that `signOut` declares; `code` tells them apart. */
export type SignOutError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/account/me`. */
export type GetMeInput = Readonly<Record<string, never>>

/** The caller */
export type GetMeOutput = {
  readonly userId: string
  /** Plans and features belong to the organisation */
  readonly orgId: string | null
  /** Quotas and rows belong to the tenant; keys of an organisation name none */
  readonly tenantId: string | null
  /** The signed-in person */
  readonly email: string | null
}

export type GetMeResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetMeOutput }

/** Refusals that `getMe` declares; `code` tells them apart. */
export type GetMeError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/account/name`. */
export interface SetNameInput {
  /** 0 to 100 characters */
  readonly name: string
  /** A token of the authentication service */
  readonly authorization?: string | undefined
}

/** The new name */
export type SetNameOutput = {
  readonly ok: true
  readonly name: string | null
}

export type SetNameResponse = { readonly status: 200; readonly headers: Headers; readonly body: SetNameOutput }

/** Refusals that `setName` declares; `code` tells them apart. */
export type SetNameError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<502, 'upstream_failed'>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/account/sessions`. */
export type ListSessionsInput = Readonly<Record<string, never>>

/** At most 100 */
export type ListSessionsOutput = {
  readonly sessions: readonly {
    readonly id: string
    readonly createdAt: string
    readonly expiresAt: string
    /** User agent of the browser */
    readonly client: string | null
    /** Whether this request uses it */
    readonly current: boolean
  }[]
}

export type ListSessionsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListSessionsOutput }

/** Refusals that `listSessions` declares; `code` tells them apart. */
export type ListSessionsError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/account/sessions/:id`. */
export interface RevokeSessionInput {
  /** Id of the session */
  readonly id: string
}

/** It is over */
export type RevokeSessionOutput = undefined

export type RevokeSessionResponse = { readonly status: 204; readonly headers: Headers; readonly body: RevokeSessionOutput }

/** Refusals that `revokeSession` declares; `code` tells them apart. */
export type RevokeSessionError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/organisations`. */
export type ListOrganisationsInput = Readonly<Record<string, never>>

/** All */
export type ListOrganisationsOutput = {
  readonly organisations: readonly {
    readonly id: string
    /** null: the personal one */
    readonly name: string | null
    readonly kind: 'personal' | 'shared'
    /** Role of the caller */
    readonly role: 'owner' | 'admin' | 'member'
    /** Whether the session acts for it */
    readonly current: boolean
    /** Its tier; `GET /api/billing` has the product behind it */
    readonly plan: 'free' | 'pro' | 'team'
  }[]
}

export type ListOrganisationsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListOrganisationsOutput }

/** Refusals that `listOrganisations` declares; `code` tells them apart. */
export type ListOrganisationsError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/organisations`. */
export interface CreateOrganisationInput {
  readonly name: string
}

/** It is there */
export type CreateOrganisationOutput = {
  readonly id: string
  /** null: the personal one */
  readonly name: string | null
  readonly kind: 'personal' | 'shared'
  /** Role of the caller */
  readonly role: 'owner' | 'admin' | 'member'
  /** Whether the session acts for it */
  readonly current: boolean
  /** Its tier; `GET /api/billing` has the product behind it */
  readonly plan: 'free' | 'pro' | 'team'
}

export type CreateOrganisationResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateOrganisationOutput }

/** Refusals that `createOrganisation` declares; `code` tells them apart. */
export type CreateOrganisationError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<409, 'free_organisation_limit_reached'>
  | AccountsApiError<409, 'organisation_limit_reached'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/organisations/:org/switch`. */
export interface SwitchOrganisationInput {
  /** Id of the organisation */
  readonly org: string
}

/** It does */
export type SwitchOrganisationOutput = {
  readonly ok: true
  readonly orgId: string
}

export type SwitchOrganisationResponse = { readonly status: 200; readonly headers: Headers; readonly body: SwitchOrganisationOutput }

/** Refusals that `switchOrganisation` declares; `code` tells them apart. */
export type SwitchOrganisationError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/organisations/:org/members`. */
export interface ListMembersInput {
  /** Id of the organisation */
  readonly org: string
}

/** All members, at most 100 */
export type ListMembersOutput = {
  readonly members: readonly {
    readonly userId: string
    readonly name: string | null
    readonly email: string | null
    readonly role: 'owner' | 'admin' | 'member'
    readonly since: string
    /** Their removal was begun but not finished: repeat the request */
    readonly isLeaving: boolean
  }[]
}

export type ListMembersResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListMembersOutput }

/** Refusals that `listMembers` declares; `code` tells them apart. */
export type ListMembersError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `PUT /api/organisations/:org/members/:user`. */
export interface SetMemberRoleInput {
  /** Id of the organisation */
  readonly org: string
  /** Id of the member */
  readonly user: string
  readonly role: 'owner' | 'admin' | 'member'
}

/** The role is set */
export type SetMemberRoleOutput = {
  readonly ok: true
  readonly role: 'owner' | 'admin' | 'member'
}

export type SetMemberRoleResponse = { readonly status: 200; readonly headers: Headers; readonly body: SetMemberRoleOutput }

/** Refusals that `setMemberRole` declares; `code` tells them apart. */
export type SetMemberRoleError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<409, 'last_owner'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/organisations/:org/members/:user`. */
export interface RemoveMemberInput {
  /** Id of the organisation */
  readonly org: string
  /** Id of the member */
  readonly user: string
}

/** The member is removed */
export type RemoveMemberOutput = undefined

export type RemoveMemberResponse = { readonly status: 204; readonly headers: Headers; readonly body: RemoveMemberOutput }

/** Refusals that `removeMember` declares; `code` tells them apart. */
export type RemoveMemberError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<409, 'last_owner'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/organisations/:org/invitations`. */
export interface InviteMemberInput {
  /** Id of the organisation */
  readonly org: string
  /** Whom */
  readonly email: string
  /** Default: "member" */
  readonly role?: 'owner' | 'admin' | 'member' | undefined
}

/** The invitation */
export type InviteMemberOutput = {
  readonly id: string
  readonly email: string
  readonly role: 'owner' | 'admin' | 'member'
  readonly createdAt: string
  readonly expiresAt: string
  /** Shown only once and not stored */
  readonly token: string
}

export type InviteMemberResponse = { readonly status: 201; readonly headers: Headers; readonly body: InviteMemberOutput }

/** Refusals that `inviteMember` declares; `code` tells them apart. */
export type InviteMemberError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<409, 'invitation_limit_reached'>
  | AccountsApiError<409, 'personal_organisation'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/organisations/:org/invitations`. */
export interface ListInvitationsInput {
  /** Id of the organisation */
  readonly org: string
}

/** All */
export type ListInvitationsOutput = {
  readonly invitations: readonly {
    readonly id: string
    readonly email: string
    readonly role: 'owner' | 'admin' | 'member'
    readonly createdAt: string
    readonly expiresAt: string
  }[]
}

export type ListInvitationsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListInvitationsOutput }

/** Refusals that `listInvitations` declares; `code` tells them apart. */
export type ListInvitationsError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/organisations/:org/invitations/:id`. */
export interface WithdrawInvitationInput {
  /** Id of the organisation */
  readonly org: string
  /** Id of it */
  readonly id: string
}

/** It is void */
export type WithdrawInvitationOutput = undefined

export type WithdrawInvitationResponse = { readonly status: 204; readonly headers: Headers; readonly body: WithdrawInvitationOutput }

/** Refusals that `withdrawInvitation` declares; `code` tells them apart. */
export type WithdrawInvitationError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/organisations/invitations/accept`. */
export interface AcceptInvitationInput {
  readonly token: string
}

/** The person is a member */
export type AcceptInvitationOutput = {
  readonly orgId: string
  readonly role: 'owner' | 'admin' | 'member'
}

export type AcceptInvitationResponse = { readonly status: 200; readonly headers: Headers; readonly body: AcceptInvitationOutput }

/** Refusals that `acceptInvitation` declares; `code` tells them apart. */
export type AcceptInvitationError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<409, 'organisation_full'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/account`. */
export type DeleteAccountInput = Readonly<Record<string, never>>

/** It waits */
export type DeleteAccountOutput = Leaving

export type DeleteAccountResponse = { readonly status: 202; readonly headers: Headers; readonly body: DeleteAccountOutput }

/** Refusals that `deleteAccount` declares; `code` tells them apart. */
export type DeleteAccountError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<409, 'last_owner'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/account/departure`. */
export type GetDepartureInput = Readonly<Record<string, never>>

/** The state */
export type GetDepartureOutput = Leaving

export type GetDepartureResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetDepartureOutput }

/** Refusals that `getDeparture` declares; `code` tells them apart. */
export type GetDepartureError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/account/departure`. */
export type KeepAccountInput = Readonly<Record<string, never>>

/** The account stays */
export type KeepAccountOutput = undefined

export type KeepAccountResponse = { readonly status: 204; readonly headers: Headers; readonly body: KeepAccountOutput }

/** Refusals that `keepAccount` declares; `code` tells them apart. */
export type KeepAccountError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/organisations/:org`. */
export interface DeleteOrganisationInput {
  /** Id of the organisation */
  readonly org: string
}

/** It waits */
export type DeleteOrganisationOutput = Leaving

export type DeleteOrganisationResponse = { readonly status: 202; readonly headers: Headers; readonly body: DeleteOrganisationOutput }

/** Refusals that `deleteOrganisation` declares; `code` tells them apart. */
export type DeleteOrganisationError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<409, 'personal_organisation'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/organisations/:org/departure`. */
export interface GetOrganisationDepartureInput {
  /** Id of the organisation */
  readonly org: string
}

/** The state */
export type GetOrganisationDepartureOutput = Leaving

export type GetOrganisationDepartureResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetOrganisationDepartureOutput }

/** Refusals that `getOrganisationDeparture` declares; `code` tells them apart. */
export type GetOrganisationDepartureError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/organisations/:org/departure`. */
export interface KeepOrganisationInput {
  /** Id of the organisation */
  readonly org: string
}

/** The organisation stays */
export type KeepOrganisationOutput = undefined

export type KeepOrganisationResponse = { readonly status: 204; readonly headers: Headers; readonly body: KeepOrganisationOutput }

/** Refusals that `keepOrganisation` declares; `code` tells them apart. */
export type KeepOrganisationError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/account/export`. */
export type GetAccountExportInput = Readonly<Record<string, never>>

/**
 * It is ready
 * It is being prepared: ask again after `Retry-After`
 */
export type GetAccountExportOutput = AccountExport

export type GetAccountExportResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: AccountExport }
  | { readonly status: 202; readonly headers: Headers; readonly body: AccountExport }

/** Refusals that `getAccountExport` declares; `code` tells them apart. */
export type GetAccountExportError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/account/export`. */
export type RenewAccountExportInput = Readonly<Record<string, never>>

/** It is being prepared: ask again after `Retry-After` */
export type RenewAccountExportOutput = AccountExport

export type RenewAccountExportResponse = { readonly status: 202; readonly headers: Headers; readonly body: RenewAccountExportOutput }

/** Refusals that `renewAccountExport` declares; `code` tells them apart. */
export type RenewAccountExportError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/keys`. */
export type ListApiKeysInput = Readonly<Record<string, never>>

/** All of them */
export type ListApiKeysOutput = readonly ({
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** When the raw key was last replaced; null: never */
  readonly rotatedAt: string | null
  /** Until when the raw key before the last rotation works; null: it does not */
  readonly oldKeyValidUntil: string | null
  /** Its last four characters are shown */
  readonly maskedKey: string
  /** At most a minute late */
  readonly lastUsed: string | null
  /** What it may do */
  readonly scopes: readonly string[]
  /** Expiry; null: it is valid until it is revoked */
  readonly expiresAt: string | null
  /** Its daily budget in credits (UTC), and the credits used today; null: it has no budget */
  readonly dailyBudget: {
    readonly limit: number
    readonly used: number
  } | null
})[]

export type ListApiKeysResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListApiKeysOutput }

/** Refusals that `listApiKeys` declares; `code` tells them apart. */
export type ListApiKeysError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/keys/scopes`. */
export type ListKeyScopesInput = Readonly<Record<string, never>>

/** All of them */
export type ListKeyScopesOutput = {
  readonly scopes: readonly {
    readonly scope: string
    /** Whether a key has it only if it is named */
    readonly byName: boolean
  }[]
  readonly presets: readonly {
    readonly preset: 'application' | 'backend' | 'ci' | 'everything'
    readonly title: string
    readonly scopes: readonly string[]
  }[]
}

export type ListKeyScopesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListKeyScopesOutput }

/** Refusals that `listKeyScopes` declares; `code` tells them apart. */
export type ListKeyScopesError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /api/keys`. */
export interface CreateApiKeyInput {
  /** A name to recognise the key */
  readonly name: string
  /** Scopes of the key; default: everything but money and people, which are given by name only */
  readonly scopes?: readonly string[] | undefined
  /** A set of scopes by name, instead of `scopes` */
  readonly preset?: 'application' | 'backend' | 'ci' | 'everything' | undefined
  /** Expiry */
  readonly expires_at?: string | undefined
  /**
   * Credits that it may use in a UTC day; beyond that 429 key_budget_exhausted. An image counts with the credits
   * of its quality tier, even if the quota of the plan pays for it. Default: no such limit
   */
  readonly daily_budget?: number | undefined
}

/** The key */
export type CreateApiKeyOutput = {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** The key itself. It is shown only once and not stored */
  readonly key: string
}

export type CreateApiKeyResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateApiKeyOutput }

/** Refusals that `createApiKey` declares; `code` tells them apart. */
export type CreateApiKeyError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<409, 'key_limit_reached'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/keys/:id/rotate`. */
export interface RotateApiKeyInput {
  /** Id of the key */
  readonly id: string
  /**
   * Time until the old key is revoked
   * Default: 0
   */
  readonly grace_seconds?: number | undefined
}

/** The key and its new raw key */
export type RotateApiKeyOutput = {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** The raw key. It is shown only once and not stored */
  readonly key: string
  readonly rotatedAt: string
  /** Expiry of the old key; null: it is revoked at once */
  readonly oldKeyValidUntil: string | null
}

export type RotateApiKeyResponse = { readonly status: 200; readonly headers: Headers; readonly body: RotateApiKeyOutput }

/** Refusals that `rotateApiKey` declares; `code` tells them apart. */
export type RotateApiKeyError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<409, 'key_ended'>
  | AccountsApiError<409, 'too_many_made_keys'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `DELETE /api/keys/:id`. */
export interface DeleteApiKeyInput {
  /** Id of the key */
  readonly id: string
}

/** The key is revoked */
export type DeleteApiKeyOutput = undefined

export type DeleteApiKeyResponse = { readonly status: 204; readonly headers: Headers; readonly body: DeleteApiKeyOutput }

/** Refusals that `deleteApiKey` declares; `code` tells them apart. */
export type DeleteApiKeyError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<401, 'unauthenticated'>
  | AccountsApiError<403, 'forbidden'>
  | AccountsApiError<404, 'not_found'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `POST /api/keys/leaked`. */
export interface ReportLeakedKeyInput {
  /** The leaked key */
  readonly key: string
}

/** Taken */
export type ReportLeakedKeyOutput = {
  readonly received: true
}

export type ReportLeakedKeyResponse = { readonly status: 202; readonly headers: Headers; readonly body: ReportLeakedKeyOutput }

/** Refusals that `reportLeakedKey` declares; `code` tells them apart. */
export type ReportLeakedKeyError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<400, 'invalid_json'>
  | AccountsApiError<413, 'payload_too_large', { readonly limit: number }>
  | AccountsApiError<415, 'unsupported_media_type'>
  | AccountsApiError<429, 'rate_limited'>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'unavailable'>

/** Input of `GET /api/health`. */
export type GetPlatformHealthInput = Readonly<Record<string, never>>

/** All services of the deployment answer */
export type GetPlatformHealthOutput = {
  readonly status: 'healthy' | 'degraded'
  readonly checks: {
    readonly auth_service: {
      readonly status: 'pass' | 'fail'
      /** Time of the check; 0 if there was none */
      readonly latency_ms: number
    }
    readonly scaffold_runtime: {
      readonly status: 'pass' | 'fail'
      /** Time of the check; 0 if there was none */
      readonly latency_ms: number
    }
    readonly image_service: {
      readonly status: 'pass' | 'fail'
      /** Time of the check; 0 if there was none */
      readonly latency_ms: number
    }
  }
  readonly latency_ms: number
  readonly timestamp: string
}

export type GetPlatformHealthResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetPlatformHealthOutput }

/** Refusals that `getPlatformHealth` declares; `code` tells them apart. */
export type GetPlatformHealthError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>
  | AccountsApiError<503, 'degraded'>

/** Input of `GET /`. */
export type GetHomeInput = Readonly<Record<string, never>>

/** HTML */
export type GetHomeOutput = Response

export type GetHomeResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetHomeOutput }

/** Refusals that `getHome` declares; `code` tells them apart. */
export type GetHomeError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>

/** Input of `GET /dashboard`. */
export interface GetDashboardInput {
  /** Outcome of the payment that the browser returns from */
  readonly checkout?: 'done' | 'canceled' | undefined
}

/** To the console */
export type GetDashboardOutput = undefined

export type GetDashboardResponse = { readonly status: 302; readonly headers: Headers; readonly body: GetDashboardOutput }

/** Refusals that `getDashboard` declares; `code` tells them apart. */
export type GetDashboardError =
  | AccountsApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | AccountsApiError<500, 'internal', { readonly request_id: string }>

/** The routes of accounts. */
export interface AccountsClient {
  /**
   * Sign in.
   * Begins a sign-in: binds it to the browser and redirects to the authentication service. A signed-in person is
   * redirected to the target at once. With a notice it is a page that shows the outcome of a sign-in.
   * `GET /login`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly signIn: {
    (input?: SignInInput, options?: AccountsCallOptions): Promise<SignInOutput>
    /** The same with status and headers. */
    withResponse(input?: SignInInput, options?: AccountsCallOptions): Promise<SignInResponse>
  }

  /**
   * Callback of the authentication service.
   * Exchanges the code for the profile, creates the account at the first sign-in, and continues with a one-time
   * token. A callback of another browser, or a late one, is redirected to the sign-in page, and so is a person
   * whose account is being erased.
   * `GET /api/auth/callback`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), rate_limited (429), internal (500), unavailable (503).
   */
  readonly finishSignIn: {
    (input?: FinishSignInInput, options?: AccountsCallOptions): Promise<FinishSignInOutput>
    /** The same with status and headers. */
    withResponse(input?: FinishSignInInput, options?: AccountsCallOptions): Promise<FinishSignInResponse>
  }

  /**
   * Exchange a one-time token for a session.
   * Accepts a one-time token for 60 seconds, in the browser that began the sign-in, and sets the session cookie.
   * Without a valid token it redirects to the sign-in page. An unsafe redirect target is replaced by the first
   * page.
   * `GET /api/auth/relay`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly relaySignIn: {
    (input?: RelaySignInInput, options?: AccountsCallOptions): Promise<RelaySignInOutput>
    /** The same with status and headers. */
    withResponse(input?: RelaySignInInput, options?: AccountsCallOptions): Promise<RelaySignInResponse>
  }

  /**
   * Sign out.
   * Ends the session of the cookie, and returns the sign-out address of the authentication service.
   * `POST /api/auth/logout`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly signOut: {
    (input?: SignOutInput, options?: AccountsCallOptions): Promise<SignOutOutput>
    /** The same with status and headers. */
    withResponse(input?: SignOutInput, options?: AccountsCallOptions): Promise<SignOutResponse>
  }

  /**
   * Who calls.
   * The user of the credential (spec platform-api 2.1).
   * `GET /api/account/me`, retried after transient failures.
   * Authority: scope:account:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal
   * (500), unavailable (503).
   */
  readonly getMe: {
    (input?: GetMeInput, options?: AccountsCallOptions): Promise<GetMeOutput>
    /** The same with status and headers. */
    withResponse(input?: GetMeInput, options?: AccountsCallOptions): Promise<GetMeResponse>
  }

  /**
   * Change your name.
   * Sets the name of the signed-in person; an empty one clears it. A caller with a token of the authentication
   * service and no account yet gets one; the profile comes from that service.
   * `POST /api/account/name`.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), upstream_failed
   * (502), unavailable (503).
   */
  readonly setName: {
    (input: SetNameInput, options?: AccountsCallOptions): Promise<SetNameOutput>
    /** The same with status and headers. */
    withResponse(input: SetNameInput, options?: AccountsCallOptions): Promise<SetNameResponse>
  }

  /**
   * List sessions.
   * Current sessions of the signed-in person.
   * `GET /api/account/sessions`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500),
   * unavailable (503).
   */
  readonly listSessions: {
    (input?: ListSessionsInput, options?: AccountsCallOptions): Promise<ListSessionsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListSessionsInput, options?: AccountsCallOptions): Promise<ListSessionsResponse>
  }

  /**
   * End a session.
   * Requests with it are refused with 401 from then on.
   * `DELETE /api/account/sessions/:id`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * internal (500), unavailable (503).
   */
  readonly revokeSession: {
    (input: RevokeSessionInput, options?: AccountsCallOptions): Promise<RevokeSessionOutput>
    /** The same with status and headers. */
    withResponse(input: RevokeSessionInput, options?: AccountsCallOptions): Promise<RevokeSessionResponse>
  }

  /**
   * List organisations.
   * Organisations that the signed-in person is a member of.
   * `GET /api/organisations`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500),
   * unavailable (503).
   */
  readonly listOrganisations: {
    (input?: ListOrganisationsInput, options?: AccountsCallOptions): Promise<ListOrganisationsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListOrganisationsInput, options?: AccountsCallOptions): Promise<ListOrganisationsResponse>
  }

  /**
   * Create an organisation.
   * Creates an organisation owned by the signed-in person. Each organisation has a plan of its own, and begins on
   * the free one without credits: welcome credits are given once a person, in the personal organisation. A person
   * owns at most 10 shared organisations on the free plan.
   * `POST /api/organisations`.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * free_organisation_limit_reached (409), organisation_limit_reached (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly createOrganisation: {
    (input: CreateOrganisationInput, options?: AccountsCallOptions): Promise<CreateOrganisationOutput>
    /** The same with status and headers. */
    withResponse(input: CreateOrganisationInput, options?: AccountsCallOptions): Promise<CreateOrganisationResponse>
  }

  /**
   * Switch the session to an organisation.
   * The session then acts for this organisation: its keys, usage and plan. Only for browser sessions; a token of
   * the authentication service acts for the personal organisation.
   * `POST /api/organisations/:org/switch`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly switchOrganisation: {
    (input: SwitchOrganisationInput, options?: AccountsCallOptions): Promise<SwitchOrganisationOutput>
    /** The same with status and headers. */
    withResponse(input: SwitchOrganisationInput, options?: AccountsCallOptions): Promise<SwitchOrganisationResponse>
  }

  /**
   * List members.
   * For its members only. For others the organisation is not found.
   * `GET /api/organisations/:org/members`, retried after transient failures.
   * Authority: scope:members:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly listMembers: {
    (input: ListMembersInput, options?: AccountsCallOptions): Promise<ListMembersOutput>
    /** The same with status and headers. */
    withResponse(input: ListMembersInput, options?: AccountsCallOptions): Promise<ListMembersResponse>
  }

  /**
   * Change the role of a member.
   * Owners may set every role, admins the roles admin and member.
   * `PUT /api/organisations/:org/members/:user`.
   * Authority: scope:members:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), last_owner (409), payload_too_large (413), unsupported_media_type (415),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly setMemberRole: {
    (input: SetMemberRoleInput, options?: AccountsCallOptions): Promise<SetMemberRoleOutput>
    /** The same with status and headers. */
    withResponse(input: SetMemberRoleInput, options?: AccountsCallOptions): Promise<SetMemberRoleResponse>
  }

  /**
   * Remove a member, or leave.
   * The member loses access at once: their keys are revoked, their sessions switch to their own organisation, and
   * their open invitations are withdrawn. Every member may leave; owners may remove any member, admins any but
   * owners.
   * `DELETE /api/organisations/:org/members/:user`.
   * Authority: scope:members:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), last_owner (409), internal (500), unavailable (503).
   */
  readonly removeMember: {
    (input: RemoveMemberInput, options?: AccountsCallOptions): Promise<RemoveMemberOutput>
    /** The same with status and headers. */
    withResponse(input: RemoveMemberInput, options?: AccountsCallOptions): Promise<RemoveMemberResponse>
  }

  /**
   * Invite a person.
   * Creates a one-time code for the person with this address. It is valid for seven days and shown only once.
   * Owners and admins may invite; only owners may invite owners.
   * `POST /api/organisations/:org/invitations`.
   * Authority: scope:members:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), invitation_limit_reached (409), personal_organisation (409),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly inviteMember: {
    (input: InviteMemberInput, options?: AccountsCallOptions): Promise<InviteMemberOutput>
    /** The same with status and headers. */
    withResponse(input: InviteMemberInput, options?: AccountsCallOptions): Promise<InviteMemberResponse>
  }

  /**
   * List open invitations.
   * Invitations that are not accepted yet; for owners and admins.
   * `GET /api/organisations/:org/invitations`, retried after transient failures.
   * Authority: scope:members:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly listInvitations: {
    (input: ListInvitationsInput, options?: AccountsCallOptions): Promise<ListInvitationsOutput>
    /** The same with status and headers. */
    withResponse(input: ListInvitationsInput, options?: AccountsCallOptions): Promise<ListInvitationsResponse>
  }

  /**
   * Withdraw an invitation.
   * Its code becomes invalid.
   * `DELETE /api/organisations/:org/invitations/:id`.
   * Authority: scope:members:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), internal (500), unavailable (503).
   */
  readonly withdrawInvitation: {
    (input: WithdrawInvitationInput, options?: AccountsCallOptions): Promise<WithdrawInvitationOutput>
    /** The same with status and headers. */
    withResponse(input: WithdrawInvitationInput, options?: AccountsCallOptions): Promise<WithdrawInvitationResponse>
  }

  /**
   * Accept an invitation.
   * Makes the signed-in person a member if the invitation is for their address. An invitation that is unknown,
   * expired, accepted or for another address is not found. Repeating the request returns the same result.
   * `POST /api/organisations/invitations/accept`.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * not_found (404), organisation_full (409), payload_too_large (413), unsupported_media_type (415), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly acceptInvitation: {
    (input: AcceptInvitationInput, options?: AccountsCallOptions): Promise<AcceptInvitationOutput>
    /** The same with status and headers. */
    withResponse(input: AcceptInvitationInput, options?: AccountsCallOptions): Promise<AcceptInvitationResponse>
  }

  /**
   * Delete the account.
   * Everything of the person and of their own organisation is erased in 14 days; until then it can be undone.
   * Organisations without other members go with it. What was paid and used stays as numbers without a person, and
   * receipts stay valid and cannot be opened any more.
   * `DELETE /api/account`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), last_owner (409),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteAccount: {
    (input?: DeleteAccountInput, options?: AccountsCallOptions): Promise<DeleteAccountOutput>
    /** The same with status and headers. */
    withResponse(input?: DeleteAccountInput, options?: AccountsCallOptions): Promise<DeleteAccountResponse>
  }

  /**
   * Whether the account is being deleted.
   * The state of DELETE /api/account.
   * `GET /api/account/departure`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500),
   * unavailable (503).
   */
  readonly getDeparture: {
    (input?: GetDepartureInput, options?: AccountsCallOptions): Promise<GetDepartureOutput>
    /** The same with status and headers. */
    withResponse(input?: GetDepartureInput, options?: AccountsCallOptions): Promise<GetDepartureResponse>
  }

  /**
   * Keep the account after all.
   * Undoes DELETE /api/account, as long as nothing was erased.
   * `DELETE /api/account/departure`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly keepAccount: {
    (input?: KeepAccountInput, options?: AccountsCallOptions): Promise<KeepAccountOutput>
    /** The same with status and headers. */
    withResponse(input?: KeepAccountInput, options?: AccountsCallOptions): Promise<KeepAccountResponse>
  }

  /**
   * Delete an organisation.
   * For its owners. Everything of the organisation is erased in 14 days; until then it can be undone. Its members
   * lose it then.
   * `DELETE /api/organisations/:org`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * personal_organisation (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly deleteOrganisation: {
    (input: DeleteOrganisationInput, options?: AccountsCallOptions): Promise<DeleteOrganisationOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteOrganisationInput, options?: AccountsCallOptions): Promise<DeleteOrganisationResponse>
  }

  /**
   * Whether an organisation is being deleted.
   * The state of DELETE /api/organisations/:org, for its members.
   * `GET /api/organisations/:org/departure`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * internal (500), unavailable (503).
   */
  readonly getOrganisationDeparture: {
    (input: GetOrganisationDepartureInput, options?: AccountsCallOptions): Promise<GetOrganisationDepartureOutput>
    /** The same with status and headers. */
    withResponse(input: GetOrganisationDepartureInput, options?: AccountsCallOptions): Promise<GetOrganisationDepartureResponse>
  }

  /**
   * Keep an organisation after all.
   * For its owners. Undoes DELETE /api/organisations/:org, as long as nothing was erased.
   * `DELETE /api/organisations/:org/departure`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly keepOrganisation: {
    (input: KeepOrganisationInput, options?: AccountsCallOptions): Promise<KeepOrganisationOutput>
    /** The same with status and headers. */
    withResponse(input: KeepOrganisationInput, options?: AccountsCallOptions): Promise<KeepOrganisationResponse>
  }

  /**
   * Export the account.
   * A ZIP of everything that is kept of the person and of their own organisation, as JSON Lines and pictures, with
   * `manifest.json`: what each service gave, and the SHA-256 of each file. Secrets and keys are not in it. Begins
   * an export where there is none; one that is ready can be had for 7 days.
   * `GET /api/account/export`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly getAccountExport: {
    (input?: GetAccountExportInput, options?: AccountsCallOptions): Promise<GetAccountExportOutput>
    /** The same with status and headers. */
    withResponse(input?: GetAccountExportInput, options?: AccountsCallOptions): Promise<GetAccountExportResponse>
  }

  /**
   * Export the account anew.
   * A ZIP of everything that is kept of the person and of their own organisation, as JSON Lines and pictures, with
   * `manifest.json`: what each service gave, and the SHA-256 of each file. Secrets and keys are not in it. Begins
   * another export where the latest one is ready.
   * `POST /api/account/export`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly renewAccountExport: {
    (input?: RenewAccountExportInput, options?: AccountsCallOptions): Promise<RenewAccountExportOutput>
    /** The same with status and headers. */
    withResponse(input?: RenewAccountExportInput, options?: AccountsCallOptions): Promise<RenewAccountExportResponse>
  }

  /**
   * Keys of the organisation.
   * All of them, newest first (spec platform-api 2.2).
   * `GET /api/keys`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500),
   * unavailable (503).
   */
  readonly listApiKeys: {
    (input?: ListApiKeysInput, options?: AccountsCallOptions): Promise<ListApiKeysOutput>
    /** The same with status and headers. */
    withResponse(input?: ListApiKeysInput, options?: AccountsCallOptions): Promise<ListApiKeysResponse>
  }

  /**
   * Scopes of keys.
   * The scopes that a key can have, and the sets of them that have a name.
   * `GET /api/keys/scopes`, retried after transient failures.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), internal (500).
   */
  readonly listKeyScopes: {
    (input?: ListKeyScopesInput, options?: AccountsCallOptions): Promise<ListKeyScopesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListKeyScopesInput, options?: AccountsCallOptions): Promise<ListKeyScopesResponse>
  }

  /**
   * Create a key.
   * Creates a key of the organisation and returns it once.
   * `POST /api/keys`.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * key_limit_reached (409), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal
   * (500), unavailable (503).
   */
  readonly createApiKey: {
    (input: CreateApiKeyInput, options?: AccountsCallOptions): Promise<CreateApiKeyOutput>
    /** The same with status and headers. */
    withResponse(input: CreateApiKeyInput, options?: AccountsCallOptions): Promise<CreateApiKeyResponse>
  }

  /**
   * Rotate a key.
   * Returns a new raw key once, and revokes the old one at once or after `grace_seconds`; every raw key before the
   * old one is revoked at once. Id, name, scopes, expiry, budget and the keys that it made stay. Only for the
   * member who made the key, as it acts with their role.
   * `POST /api/keys/:id/rotate`.
   * Authority: session. Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403),
   * not_found (404), key_ended (409), too_many_made_keys (409), payload_too_large (413), unsupported_media_type
   * (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly rotateApiKey: {
    (input: RotateApiKeyInput, options?: AccountsCallOptions): Promise<RotateApiKeyOutput>
    /** The same with status and headers. */
    withResponse(input: RotateApiKeyInput, options?: AccountsCallOptions): Promise<RotateApiKeyResponse>
  }

  /**
   * Revoke a key.
   * Requests with the key are refused with 401 from then on. Members may delete their own keys, admins and owners
   * any key.
   * `DELETE /api/keys/:id`.
   * Authority: session. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404),
   * internal (500), unavailable (503).
   */
  readonly deleteApiKey: {
    (input: DeleteApiKeyInput, options?: AccountsCallOptions): Promise<DeleteApiKeyOutput>
    /** The same with status and headers. */
    withResponse(input: DeleteApiKeyInput, options?: AccountsCallOptions): Promise<DeleteApiKeyResponse>
  }

  /**
   * Report a leaked key.
   * Revokes a leaked key and notifies its organisation. Anybody who has the key may call this. The answer does not
   * show whether the key existed.
   * `POST /api/keys/leaked`.
   * Authority: open. Errors: invalid_input (400), invalid_json (400), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly reportLeakedKey: {
    (input: ReportLeakedKeyInput, options?: AccountsCallOptions): Promise<ReportLeakedKeyOutput>
    /** The same with status and headers. */
    withResponse(input: ReportLeakedKeyInput, options?: AccountsCallOptions): Promise<ReportLeakedKeyResponse>
  }

  /**
   * Health of the platform and its siblings.
   * Checks the authentication service, the scaffold runtime and the image service at once. A sibling that this
   * deployment does not have is reported as fail and does not make the platform degraded.
   * `GET /api/health`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500), degraded (503).
   */
  readonly getPlatformHealth: {
    (input?: GetPlatformHealthInput, options?: AccountsCallOptions): Promise<GetPlatformHealthOutput>
    /** The same with status and headers. */
    withResponse(input?: GetPlatformHealthInput, options?: AccountsCallOptions): Promise<GetPlatformHealthResponse>
  }

  /**
   * What is here.
   * A page that says what is here, for people who open the address of the platform itself. Behind the edge this
   * path is the console.
   * `GET /`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getHome: {
    (input?: GetHomeInput, options?: AccountsCallOptions): Promise<GetHomeOutput>
    /** The same with status and headers. */
    withResponse(input?: GetHomeInput, options?: AccountsCallOptions): Promise<GetHomeResponse>
  }

  /**
   * Former address of the dashboard.
   * Redirects to the console, which has replaced it.
   * `GET /dashboard`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getDashboard: {
    (input?: GetDashboardInput, options?: AccountsCallOptions): Promise<GetDashboardOutput>
    /** The same with status and headers. */
    withResponse(input?: GetDashboardInput, options?: AccountsCallOptions): Promise<GetDashboardResponse>
  }
}

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  readonly headers: readonly string[]
  readonly nested: readonly string[]
  readonly body: 'none' | 'fields' | 'json' | 'raw'
  readonly mediaType: string | undefined
  readonly sendsCredential: boolean
  readonly mayRepeat: boolean
  readonly sendsKey: boolean
  readonly statuses: readonly number[]
  readonly json: readonly number[]
  readonly isRaw: boolean
  readonly errors: Readonly<Record<string, number>>
  /** A protocol prescribes the body of a refusal, which then says no code: the status tells it. */
  readonly codesByStatus: boolean
}

type Input = Readonly<Record<string, unknown>>

const partOf = (operation: Operation, input: Input, part: 'query' | 'headers'): Input =>
  operation.nested.includes(part) ? ((input[part] ?? {}) as Input) : input

const pathOf = (operation: Operation, input: Input): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const text = String(input[parameter] ?? '')
    // These would make another path of it.
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(operation.name + ': "' + text + '" cannot stand in the path as ' + parameter)
    }
    return encodeURIComponent(text)
  })

const urlOf = (baseUrl: string, operation: Operation, input: Input): string => {
  const query = new URLSearchParams()
  const values = partOf(operation, input, 'query')
  for (const field of operation.query) {
    const value = values[field]
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) query.append(field, String(each))
    }
  }
  const text = query.toString()
  return baseUrl.replace(/\/+$/, '') + pathOf(operation, input) + (text === '' ? '' : '?' + text)
}

/** U+FFFD is escaped, because a service takes it for the trace of bytes that were not UTF-8. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')

const bodyOf = (operation: Operation, input: Input): RequestInit['body'] | undefined => {
  if (operation.body === 'none') return undefined
  if (operation.body === 'raw') return input['body'] as RequestInit['body']
  if (operation.body === 'json') return input['body'] === undefined ? undefined : jsonOf(input['body'])
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const elsewhere = new Set([...path, ...operation.query, ...operation.headers, ...operation.nested])
  return jsonOf(Object.fromEntries(Object.entries(input).filter(([field]) => !elsewhere.has(field))))
}

const headersOf = (
  options: AccountsClientOptions,
  operation: Operation,
  input: Input,
  call: AccountsCallOptions,
  hasBody: boolean,
): Headers => {
  const headers = new Headers({ accept: operation.isRaw ? '*/*' : 'application/json' })
  if (hasBody && operation.mediaType !== undefined) headers.set('content-type', operation.mediaType)
  for (const [field, value] of Object.entries({ ...options.headers, ...call.headers })) headers.set(field, value)
  const values = partOf(operation, input, 'headers')
  for (const field of operation.headers) {
    const value = values[field]
    if (value !== undefined && value !== null) headers.set(field, String(value))
  }
  // One key for all attempts of a call, so that the service does the work once.
  const hasKey = headers.has('idempotency-key') || input['idempotency_key'] !== undefined
  if (operation.sendsKey && !hasKey) headers.set('idempotency-key', crypto.randomUUID())
  return headers
}

const requestOf = (options: AccountsClientOptions, operation: Operation, input: Input, call: AccountsCallOptions) => {
  const url = urlOf(options.baseUrl, operation, input)
  const body = bodyOf(operation, input)
  const headers = headersOf(options, operation, input, call, body !== undefined)
  const init: RequestInit = { method: operation.method, headers }
  if (body !== undefined && body !== null) init.body = body
  const isOnce = body instanceof ReadableStream
  // fetch requires this for a body that is produced while it is sent.
  if (isOnce) Object.assign(init, { duplex: 'half' })
  // A redirection that the contract declares is an answer, not a way to go.
  if (operation.statuses.some((status) => status >= 300 && status !== 304)) init.redirect = 'manual'
  return { url, init, headers, isOnce }
}

const DEFAULT_RETRIES = 2
const DEFAULT_TIMEOUT_MS = 60_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000
/** Statuses that may be better at the next attempt. */
const transient = [429, 502, 503, 504]

interface Outcome {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Seconds from a number of them or from an HTTP date (RFC 9110 10.2.3). */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOf = (operation: Operation, status: number): string | undefined =>
  operation.codesByStatus ? Object.entries(operation.errors).find(([, declared]) => declared === status)?.[0] : undefined

const apiErrorOf = (operation: Operation, response: Response, text: string): AccountsApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new AccountsApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new AccountsApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | AccountsApiError> => {
  const { status, headers } = response
  const isDeclared = operation.statuses.includes(status) || response.type === 'opaqueredirect'
  const isSuccess = isDeclared || response.ok
  if (isSuccess && operation.isRaw) return { status, headers, body: response }
  const text = await response.text()
  if (!isSuccess) return apiErrorOf(operation, response, text)
  return { status, headers, body: bodyOfSuccess(operation, response, text) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })

/** One attempt. Errors of fetch become network errors; an abort of the call stays as it is. */
const attempt = async (
  options: AccountsClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | AccountsApiError | AccountsNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof AccountsApiError) return cause
    return new AccountsNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: AccountsApiError | AccountsNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof AccountsApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: AccountsClientOptions,
  operation: Operation,
  input: Input,
  call: AccountsCallOptions,
  signal: AbortSignal,
  deadline: number,
): Promise<Outcome> => {
  const { url, init, headers, isOnce } = requestOf(options, operation, input, call)
  const retries = operation.mayRepeat && !isOnce ? (options.retries ?? DEFAULT_RETRIES) : 0
  for (let tried = 0; ; tried += 1) {
    const credential = typeof options.credential === 'function' ? await options.credential() : options.credential
    if (operation.sendsCredential && credential !== undefined) headers.set('authorization', 'Bearer ' + credential)
    const result = await attempt(options, operation, url, init, signal)
    if (!(result instanceof Error)) return result
    const isTransient = result instanceof AccountsNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: AccountsClientOptions,
  operation: Operation,
  input: Input,
  call: AccountsCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new AccountsTimeoutError(operation.name, timeout)), timeout)
  const abort = () => ending.abort(call.signal?.reason)
  if (call.signal?.aborted) abort()
  call.signal?.addEventListener('abort', abort, { once: true })
  let isReading = false
  try {
    ending.signal.throwIfAborted()
    // Neither a credential that is never given nor a fetch that hears of no signal may hold the caller.
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
    })
    const work = attempts(options, operation, input, call, ending.signal, Date.now() + timeout)
    const outcome = await Promise.race([work, ended])
    isReading = operation.isRaw
    return outcome
  } finally {
    clearTimeout(timer)
    // The reader of a stream may still end it.
    if (!isReading) call.signal?.removeEventListener('abort', abort)
  }
}

const method = <Output, Whole>(options: AccountsClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: AccountsCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: AccountsCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: AccountsCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

const operations = {
  signIn: {
    name: 'signIn',
    method: 'GET',
    path: '/login',
    query: ['redirect', 'notice'],
    headers: ['cookie', 'user-agent'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 302],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
  finishSignIn: {
    name: 'finishSignIn',
    method: 'GET',
    path: '/api/auth/callback',
    query: ['code', 'state', 'error', 'error_description', 'error_uri', 'iss', 'session_state'],
    headers: ['cookie', 'user-agent'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [302],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  relaySignIn: {
    name: 'relaySignIn',
    method: 'GET',
    path: '/api/auth/relay',
    query: ['token', 'redirect'],
    headers: ['cookie', 'user-agent'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [302],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
  signOut: {
    name: 'signOut',
    method: 'POST',
    path: '/api/auth/logout',
    query: [],
    headers: ['cookie', 'user-agent'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getMe: {
    name: 'getMe',
    method: 'GET',
    path: '/api/account/me',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  setName: {
    name: 'setName',
    method: 'POST',
    path: '/api/account/name',
    query: [],
    headers: ['authorization'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  listSessions: {
    name: 'listSessions',
    method: 'GET',
    path: '/api/account/sessions',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  revokeSession: {
    name: 'revokeSession',
    method: 'DELETE',
    path: '/api/account/sessions/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listOrganisations: {
    name: 'listOrganisations',
    method: 'GET',
    path: '/api/organisations',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  createOrganisation: {
    name: 'createOrganisation',
    method: 'POST',
    path: '/api/organisations',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, free_organisation_limit_reached: 409, organisation_limit_reached: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  switchOrganisation: {
    name: 'switchOrganisation',
    method: 'POST',
    path: '/api/organisations/{org}/switch',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listMembers: {
    name: 'listMembers',
    method: 'GET',
    path: '/api/organisations/{org}/members',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  setMemberRole: {
    name: 'setMemberRole',
    method: 'PUT',
    path: '/api/organisations/{org}/members/{user}',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, last_owner: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  removeMember: {
    name: 'removeMember',
    method: 'DELETE',
    path: '/api/organisations/{org}/members/{user}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, last_owner: 409, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  inviteMember: {
    name: 'inviteMember',
    method: 'POST',
    path: '/api/organisations/{org}/invitations',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, invitation_limit_reached: 409, personal_organisation: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listInvitations: {
    name: 'listInvitations',
    method: 'GET',
    path: '/api/organisations/{org}/invitations',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  withdrawInvitation: {
    name: 'withdrawInvitation',
    method: 'DELETE',
    path: '/api/organisations/{org}/invitations/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  acceptInvitation: {
    name: 'acceptInvitation',
    method: 'POST',
    path: '/api/organisations/invitations/accept',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, organisation_full: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteAccount: {
    name: 'deleteAccount',
    method: 'DELETE',
    path: '/api/account',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, last_owner: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getDeparture: {
    name: 'getDeparture',
    method: 'GET',
    path: '/api/account/departure',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  keepAccount: {
    name: 'keepAccount',
    method: 'DELETE',
    path: '/api/account/departure',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteOrganisation: {
    name: 'deleteOrganisation',
    method: 'DELETE',
    path: '/api/organisations/{org}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, personal_organisation: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getOrganisationDeparture: {
    name: 'getOrganisationDeparture',
    method: 'GET',
    path: '/api/organisations/{org}/departure',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  keepOrganisation: {
    name: 'keepOrganisation',
    method: 'DELETE',
    path: '/api/organisations/{org}/departure',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getAccountExport: {
    name: 'getAccountExport',
    method: 'GET',
    path: '/api/account/export',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 202],
    json: [200, 202],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  renewAccountExport: {
    name: 'renewAccountExport',
    method: 'POST',
    path: '/api/account/export',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listApiKeys: {
    name: 'listApiKeys',
    method: 'GET',
    path: '/api/keys',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listKeyScopes: {
    name: 'listKeyScopes',
    method: 'GET',
    path: '/api/keys/scopes',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, internal: 500 },
    codesByStatus: false,
  },
  createApiKey: {
    name: 'createApiKey',
    method: 'POST',
    path: '/api/keys',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, key_limit_reached: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  rotateApiKey: {
    name: 'rotateApiKey',
    method: 'POST',
    path: '/api/keys/{id}/rotate',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, key_ended: 409, too_many_made_keys: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  deleteApiKey: {
    name: 'deleteApiKey',
    method: 'DELETE',
    path: '/api/keys/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  reportLeakedKey: {
    name: 'reportLeakedKey',
    method: 'POST',
    path: '/api/keys/leaked',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: false,
    mayRepeat: false,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getPlatformHealth: {
    name: 'getPlatformHealth',
    method: 'GET',
    path: '/api/health',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500, degraded: 503 },
    codesByStatus: false,
  },
  getHome: {
    name: 'getHome',
    method: 'GET',
    path: '/',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
  getDashboard: {
    name: 'getDashboard',
    method: 'GET',
    path: '/dashboard',
    query: ['checkout'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [302],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface AccountsErrors {
  readonly signIn: SignInError
  readonly finishSignIn: FinishSignInError
  readonly relaySignIn: RelaySignInError
  readonly signOut: SignOutError
  readonly getMe: GetMeError
  readonly setName: SetNameError
  readonly listSessions: ListSessionsError
  readonly revokeSession: RevokeSessionError
  readonly listOrganisations: ListOrganisationsError
  readonly createOrganisation: CreateOrganisationError
  readonly switchOrganisation: SwitchOrganisationError
  readonly listMembers: ListMembersError
  readonly setMemberRole: SetMemberRoleError
  readonly removeMember: RemoveMemberError
  readonly inviteMember: InviteMemberError
  readonly listInvitations: ListInvitationsError
  readonly withdrawInvitation: WithdrawInvitationError
  readonly acceptInvitation: AcceptInvitationError
  readonly deleteAccount: DeleteAccountError
  readonly getDeparture: GetDepartureError
  readonly keepAccount: KeepAccountError
  readonly deleteOrganisation: DeleteOrganisationError
  readonly getOrganisationDeparture: GetOrganisationDepartureError
  readonly keepOrganisation: KeepOrganisationError
  readonly getAccountExport: GetAccountExportError
  readonly renewAccountExport: RenewAccountExportError
  readonly listApiKeys: ListApiKeysError
  readonly listKeyScopes: ListKeyScopesError
  readonly createApiKey: CreateApiKeyError
  readonly rotateApiKey: RotateApiKeyError
  readonly deleteApiKey: DeleteApiKeyError
  readonly reportLeakedKey: ReportLeakedKeyError
  readonly getPlatformHealth: GetPlatformHealthError
  readonly getHome: GetHomeError
  readonly getDashboard: GetDashboardError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isAccountsError = <Name extends keyof AccountsErrors>(
  operation: Name,
  error: unknown,
): error is AccountsErrors[Name] => {
  if (!(error instanceof AccountsApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of accounts: methods can be taken off it, and it keeps no connection of its own. */
export const createAccountsClient = (options: AccountsClientOptions): AccountsClient => {
  return {
    signIn: method<SignInOutput, SignInResponse>(options, operations.signIn),
    finishSignIn: method<FinishSignInOutput, FinishSignInResponse>(options, operations.finishSignIn),
    relaySignIn: method<RelaySignInOutput, RelaySignInResponse>(options, operations.relaySignIn),
    signOut: method<SignOutOutput, SignOutResponse>(options, operations.signOut),
    getMe: method<GetMeOutput, GetMeResponse>(options, operations.getMe),
    setName: method<SetNameOutput, SetNameResponse>(options, operations.setName),
    listSessions: method<ListSessionsOutput, ListSessionsResponse>(options, operations.listSessions),
    revokeSession: method<RevokeSessionOutput, RevokeSessionResponse>(options, operations.revokeSession),
    listOrganisations: method<ListOrganisationsOutput, ListOrganisationsResponse>(options, operations.listOrganisations),
    createOrganisation: method<CreateOrganisationOutput, CreateOrganisationResponse>(options, operations.createOrganisation),
    switchOrganisation: method<SwitchOrganisationOutput, SwitchOrganisationResponse>(options, operations.switchOrganisation),
    listMembers: method<ListMembersOutput, ListMembersResponse>(options, operations.listMembers),
    setMemberRole: method<SetMemberRoleOutput, SetMemberRoleResponse>(options, operations.setMemberRole),
    removeMember: method<RemoveMemberOutput, RemoveMemberResponse>(options, operations.removeMember),
    inviteMember: method<InviteMemberOutput, InviteMemberResponse>(options, operations.inviteMember),
    listInvitations: method<ListInvitationsOutput, ListInvitationsResponse>(options, operations.listInvitations),
    withdrawInvitation: method<WithdrawInvitationOutput, WithdrawInvitationResponse>(options, operations.withdrawInvitation),
    acceptInvitation: method<AcceptInvitationOutput, AcceptInvitationResponse>(options, operations.acceptInvitation),
    deleteAccount: method<DeleteAccountOutput, DeleteAccountResponse>(options, operations.deleteAccount),
    getDeparture: method<GetDepartureOutput, GetDepartureResponse>(options, operations.getDeparture),
    keepAccount: method<KeepAccountOutput, KeepAccountResponse>(options, operations.keepAccount),
    deleteOrganisation: method<DeleteOrganisationOutput, DeleteOrganisationResponse>(options, operations.deleteOrganisation),
    getOrganisationDeparture: method<GetOrganisationDepartureOutput, GetOrganisationDepartureResponse>(options, operations.getOrganisationDeparture),
    keepOrganisation: method<KeepOrganisationOutput, KeepOrganisationResponse>(options, operations.keepOrganisation),
    getAccountExport: method<GetAccountExportOutput, GetAccountExportResponse>(options, operations.getAccountExport),
    renewAccountExport: method<RenewAccountExportOutput, RenewAccountExportResponse>(options, operations.renewAccountExport),
    listApiKeys: method<ListApiKeysOutput, ListApiKeysResponse>(options, operations.listApiKeys),
    listKeyScopes: method<ListKeyScopesOutput, ListKeyScopesResponse>(options, operations.listKeyScopes),
    createApiKey: method<CreateApiKeyOutput, CreateApiKeyResponse>(options, operations.createApiKey),
    rotateApiKey: method<RotateApiKeyOutput, RotateApiKeyResponse>(options, operations.rotateApiKey),
    deleteApiKey: method<DeleteApiKeyOutput, DeleteApiKeyResponse>(options, operations.deleteApiKey),
    reportLeakedKey: method<ReportLeakedKeyOutput, ReportLeakedKeyResponse>(options, operations.reportLeakedKey),
    getPlatformHealth: method<GetPlatformHealthOutput, GetPlatformHealthResponse>(options, operations.getPlatformHealth),
    getHome: method<GetHomeOutput, GetHomeResponse>(options, operations.getHome),
    getDashboard: method<GetDashboardOutput, GetDashboardResponse>(options, operations.getDashboard),
  }
}
