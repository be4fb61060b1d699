import { generatedAvatarUrl } from '@karat/art/urls';
import { escapeHtml } from '#http/html.ts';
import { DIAMOND, renderDocument } from './document.ts';
import { fieldsOf, type OpenIdRequest, SANDBOX_LOGIN_PATH, SANDBOX_PERSONA_PATH } from './openid-request.ts';
import { type Persona, PERSONAS_WITH_TROUBLE } from './personas.ts';

export const PERSONA_NAME_LENGTH_MAX = 32;

function linkTo(request: OpenIdRequest, as: string): string {
  return escapeHtml(`${SANDBOX_LOGIN_PATH}?${new URLSearchParams({ ...fieldsOf(request), as }).toString()}`);
}

function personaItem(request: OpenIdRequest, { steamId, name }: Persona): string {
  const note = PERSONAS_WITH_TROUBLE.find((persona) => persona.steamId === steamId)?.note;
  return `<li><a class="persona" href="${linkTo(request, steamId)}">
<img src="${escapeHtml(generatedAvatarUrl(name))}" alt="" width="44" height="44">
<span class="who"><span class="name">${escapeHtml(name)}</span><span class="id">${steamId}</span>${note === undefined ? '' : `<span class="id">${note}</span>`}</span></a></li>`;
}

function newPersonaForm(request: OpenIdRequest, refused: RejectedName | undefined): string {
  const hidden = Object.entries(fieldsOf(request)).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const [value, described] =
    refused === undefined ? ['', ''] : [escapeHtml(refused.name), ' aria-invalid="true" aria-describedby="name-error"'];
  const error =
    refused === undefined ? '' : `<p class="error" id="name-error" role="alert">${escapeHtml(refused.reason)}</p>`;
  return `<form method="post" action="${SANDBOX_PERSONA_PATH}">
${hidden.join('\n')}
<label for="name">Name of the new persona</label>
<div class="row">
<input id="name" name="name" type="text" value="${value}" maxlength="${PERSONA_NAME_LENGTH_MAX}" required autocomplete="off"${described}>
<button type="submit">Create and sign in</button>
</div>
${error}
</form>`;
}

/** A rejected name, and the reason. */
export type RejectedName = { readonly name: string; readonly reason: string };

type Picker = {
  readonly nonce: string;
  readonly request: OpenIdRequest;
  readonly personas: readonly Persona[];
  readonly refused: RejectedName | undefined;
};

/** Page to pick a persona, create one, or cancel. */
export function pickerPage({ nonce, request, personas, refused }: Picker): string {
  const body = `<h1>${DIAMOND}<span>Sign in to Karat</span></h1>
<p class="lead">Choose a persona. There are no passwords: anyone who can open this site can sign in as any of them, so use it
only for trying things out, with play money.</p>
<h2>Personas</h2>
<ul>
${personas.map((persona) => personaItem(request, persona)).join('\n')}
</ul>
<h2>New persona</h2>
${newPersonaForm(request, refused)}
<p class="away"><a href="${linkTo(request, 'cancel')}">Cancel and go back</a></p>`;
  return renderDocument({ title: 'Sign in – sandbox platform', nonce, body });
}

/** A persona's profile page. */
export function personaPage({ steamId, name }: Persona, nonce: string): string {
  const body = `<h1><img src="${escapeHtml(generatedAvatarUrl(name))}" alt="" width="56" height="56"><span>${escapeHtml(name)}</span></h1>
<p class="lead">A persona of the sandbox.</p>
<p class="id">${steamId}</p>
<p class="away"><a href="/">Back to Karat</a></p>`;
  return renderDocument({ title: `${name} – sandbox platform`, nonce, body });
}

export function errorPage(reason: string, nonce: string): string {
  const body = `<h1>${DIAMOND}<span>Nothing to do here</span></h1>
<p class="lead">${escapeHtml(reason)}</p>
<p class="away"><a href="/">Back to Karat</a></p>`;
  return renderDocument({ title: 'Sandbox platform', nonce, body });
}
