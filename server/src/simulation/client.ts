import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, CallInput } from '@karat/contract/endpoint';
import { type Answer, judgeAnswer } from './answers.ts';
import { isOverloaded, type Outages } from './outages.ts';
import { type Caller, type Heard, nameOf, type Options, type Press, sendPress, shortened } from './press.ts';
import type { Tally } from './tally.ts';

/** Whoever does not get an answer by then asks again, as a person does who presses a button once more. */
const ANSWER_TIMEOUT_MS = 10_000;
/** After the first try, and longer with each that follows, as far as ten times that. */
const AGAIN_MS = { min: 50, max: 250 };
const AGAIN_TIMES_MAX = 10;
/** How often somebody presses twice, and how often the line is cut before the answer is there. */
const CHANCE = { doubled: 0.03, cut: 0.02 };
const CUT_WITHIN_MS = 60;
/** Nobody waits for long where they are told to slow down: they do something else. */
const PATIENCE_SECONDS = 3;
/** So many acts are remembered, to be repeated at the end. */
const REMEMBERED_MAX = 300;

type ClientDeps = {
  readonly origin: string;
  readonly tally: Tally;
  readonly outages: Outages;
  /** Once it says so, what is not answered is not sent again. */
  readonly isOver: () => boolean;
};

const isSame = (one: Heard, other: Heard): boolean => isDeepStrictEqual(JSON.parse(one.text), JSON.parse(other.text));

/** One try at a time; undefined where it cannot be known what became of it. */
function createTries({ origin, tally, outages }: ClientDeps) {
  async function tryOnce(press: Press, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Heard | undefined> {
    const since = performance.now();
    try {
      const heard = await sendPress(origin, press, timeoutMs);
      if (heard.status < 500) return heard;
      if (heard.status === 503 && outages.mayHaveMet(since)) return undefined;
      if (heard.status === 503 && isOverloaded()) tally.excused('unavailable on an overloaded machine');
      else tally.breach(`${nameOf(press)} was answered ${heard.status}: ${shortened(heard.text)}`);
    } catch (error) {
      const { name, cause } = error as Error;
      const isExcused = name === 'TimeoutError' || outages.mayHaveMet(since);
      if (!isExcused) tally.breach(`${nameOf(press)} lost its line: ${String(cause ?? error)}`);
    }
    return undefined;
  }

  /** Twice in the same moment: it must be done once, and told alike. */
  async function tryTwice(press: Press): Promise<Heard | undefined> {
    const [one, other] = await Promise.all([tryOnce(press), tryOnce(press)]);
    if (one?.status === 200 && other?.status === 200 && !isSame(one, other)) {
      tally.breach(`${nameOf(press)} was done twice: ${shortened(one.text)} / ${shortened(other.text)}`);
    }
    // A refusal is not remembered: of the two, what was done counts.
    return one?.status === 200 || other === undefined ? one : other;
  }

  return { tryOnce, tryTwice };
}

/** Some of what was done under a key, any of it with the same chance, however much there will be. */
function createMemory() {
  const remembered: { readonly press: Press; readonly heard: Heard }[] = [];
  let seen = 0;
  return {
    remembered: remembered as readonly (typeof remembered)[number][],
    remember(press: Press, heard: Heard): void {
      const { random } = press.caller;
      if (press.options.key === undefined || press.options.mayMoveOn === true || heard.status !== 200) return;
      seen++;
      if (remembered.length < REMEMBERED_MAX) remembered.push({ press, heard });
      else if (random.isSo(REMEMBERED_MAX / seen)) remembered[random.whole(0, REMEMBERED_MAX - 1)] = { press, heard };
    },
  };
}

/** Calls the site as the web app does, and holds every answer against the contract. */
export function createClient(deps: ClientDeps) {
  const { origin, tally, isOver } = deps;
  const { tryOnce, tryTwice } = createTries(deps);
  const { remember, remembered } = createMemory();

  /** Sent until there is an answer, always under the same key. */
  async function pressUntilAnswered(press: Press): Promise<Heard | undefined> {
    const { caller, options } = press;
    const { random } = caller;
    const isKeyed = options.key !== undefined && options.mayMoveOn !== true;
    let isUncertain = isKeyed && random.isSo(CHANCE.cut);
    if (isUncertain) await tryOnce(press, random.whole(1, CUT_WITHIN_MS));
    for (let tries = 1; ; tries++) {
      const heard = isKeyed && random.isSo(CHANCE.doubled) ? await tryTwice(press) : await tryOnce(press);
      const isHasty = heard?.status === 429;
      const isWorthWaiting = isUncertain || (heard?.retryAfterSeconds ?? 0) <= PATIENCE_SECONDS;
      if (heard !== undefined && !(isHasty && isWorthWaiting)) return heard;
      if (isOver()) return undefined;
      isUncertain ||= heard === undefined;
      tally.repeated();
      const againMs = random.whole(AGAIN_MS.min, AGAIN_MS.max) * Math.min(tries, AGAIN_TIMES_MAX);
      await sleep(isHasty ? heard.retryAfterSeconds * 1_000 : againMs);
    }
  }

  return {
    origin,
    async call<E extends Endpoint>(
      caller: Caller,
      endpoint: E,
      sent?: CallInput<E>,
      options: Options = {},
    ): Promise<Answer<E>> {
      const press = { caller, endpoint, sent, options };
      const heard = await pressUntilAnswered(press);
      if (heard === undefined) {
        tally.breach(`${nameOf(press)} was never answered`);
        return { isDone: false, code: 'unavailable' };
      }
      remember(press, heard);
      return judgeAnswer<E>(press, heard, tally);
    },
    /** Sends once more what was done under a key: it must be answered as it was, and do nothing. */
    async repeatSome(): Promise<number> {
      for (const { press, heard } of remembered) {
        const again = await tryOnce(press);
        if (again?.status === 200 && isSame(again, heard)) continue;
        tally.breach(`${nameOf(press)}, repeated: ${shortened(again?.text)}, not ${shortened(heard.text)}`);
      }
      return remembered.length;
    },
  };
}

export type Client = ReturnType<typeof createClient>;
