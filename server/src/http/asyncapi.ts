import {
  argumentNames,
  clientEvents,
  fromClient,
  type FromClientName,
  fromServer,
  type FromServerName,
  type LiveAudience,
} from '@karat/contract/live';
import { LIVE_PATH } from '@karat/contract/live-settings';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { API_INFO } from './openapi.ts';

export type Message = { readonly name: string; readonly title: string; readonly payload: JsonSchema };
export type LiveOperation = {
  /** From the server's side: it receives what clients send. */
  readonly action: 'send' | 'receive';
  readonly channel: { readonly $ref: string };
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly messages: readonly { readonly $ref: string }[];
};

export type AsyncApi = {
  readonly asyncapi: '3.0.0';
  readonly info: typeof API_INFO & { readonly description: string };
  readonly defaultContentType: 'application/json';
  readonly servers: object;
  readonly channels: object;
  readonly operations: Readonly<Record<string, LiveOperation>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>>; readonly securitySchemes: object };
};

const SENDERS: Readonly<Record<LiveAudience, string>> = {
  anyone: 'Anyone may send it.',
  player: 'Needs a session.',
  staff: 'Needs a session of staff.',
  room: 'Only for clients that follow the room.',
};

const RECEIVERS: Readonly<Record<LiveAudience, string>> = {
  anyone: 'Every client may receive it.',
  player: 'Only clients of the player it is about receive it.',
  staff: 'Only clients of staff receive it.',
  room: 'Only clients that follow the room receive it.',
};

const TOPIC = ' A topic: clients that send SET_TOPICS without its name do not get it.';

const NOTHING: JsonSchema = { type: 'null', description: 'No payload.' };

function sentPayload(name: FromClientName): JsonSchema {
  const schema = jsonSchemaOf(fromClient[name], 'output', 'draft-7');
  return Object.keys(schema).length === 0 ? NOTHING : schema;
}

function formsOf(name: FromClientName): string {
  const names = argumentNames[name];
  if (names !== undefined) return ` Sent as one object, or as the arguments ${names.join(', ')} in this order.`;
  if (name === 'SEND_MESSAGE') return ' Sent as one object, or as the bare text.';
  return name.includes('ROOM') ? ' Sent as the bare id, or as an object with the field roomId.' : '';
}

const CHANNEL = '#/channels/live';

type Event = { readonly name: string; readonly summary: string; readonly description: string };

function operationOf(action: LiveOperation['action'], { name, summary, description }: Event): LiveOperation {
  return {
    action,
    channel: { $ref: CHANNEL },
    title: name,
    summary,
    description,
    messages: [{ $ref: `${CHANNEL}/messages/${name}` }],
  };
}

const sentNames = Object.keys(fromClient) as FromClientName[];
const receivedNames = Object.keys(fromServer) as FromServerName[];

function describeOperations(): Record<string, LiveOperation> {
  const sentEvents = sentNames.map((name) => {
    const { audience, summary } = clientEvents[name];
    return operationOf('receive', { name, summary, description: `${SENDERS[audience]}${formsOf(name)}` });
  });
  const received = receivedNames.map((name) => {
    const { audience, summary, isTopic } = fromServer[name];
    return operationOf('send', { name, summary, description: `${RECEIVERS[audience]}${isTopic ? TOPIC : ''}` });
  });
  return Object.fromEntries([...sentEvents, ...received].map((operation) => [operation.title, operation]));
}

function describeMessages(): Record<string, Message> {
  const sentEvents = sentNames.map((name) => [name, sentPayload(name)] as const);
  const received = receivedNames.map(
    (name) => [name, jsonSchemaOf(fromServer[name].payload, 'output', 'draft-7')] as const,
  );
  return Object.fromEntries(
    [...sentEvents, ...received].map(([name, payload]) => [name, { name, title: name, payload }]),
  );
}

/** The AsyncAPI document, made from the same tables that validate events. `origin` is the site as its reader addresses it. */
export function buildAsyncApi(origin: string): AsyncApi {
  const messages = describeMessages();
  const { host, protocol } = new URL(origin);
  return {
    asyncapi: '3.0.0',
    info: {
      ...API_INFO,
      description:
        'Every event of the live channel: Socket.IO over a websocket, each event with one payload. Send the session as auth.token, as a bearer token or as the cookie. A refused event is answered with ERROR.',
    },
    defaultContentType: 'application/json',
    servers: {
      site: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: LIVE_PATH,
        description: 'This site.',
        security: [{ $ref: '#/components/securitySchemes/bearer' }, { $ref: '#/components/securitySchemes/cookie' }],
      },
    },
    channels: {
      live: {
        address: '/',
        title: 'The live channel',
        description: 'The default namespace of Socket.IO. The name of a message is the name of its event.',
        servers: [{ $ref: '#/servers/site' }],
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: describeOperations(),
    components: {
      messages,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'httpApiKey', in: 'cookie', name: 'karat_session' },
      },
    },
  };
}
