import { useCallback, useEffect, useState } from 'react';
import type { PayerTournament } from '../../src/domain/api/tournament-routes.ts';
import type { Score } from '../../src/domain/tournament/tournament.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { setQueryData } from '../lib/query.ts';
import { serverNow } from '../lib/server-time.ts';
import { newIdempotencyKey } from '../lib/use-idempotency-key.ts';

const STORAGE_KEY = 'unsentScores';
/** The network at the court comes and goes. */
const RETRY_MS = 5000;
/** The evening is over by then, and with it the scores that nobody came back to send. */
const KEPT_MS = 24 * 60 * 60_000;
/** More than an evening has, for a place and its friend. */
const MAX_SCORES = 80;

/** A score that this phone keeps until the server has it. */
export interface UnsentScore {
  payer_id: number;
  round: number;
  court_id: number;
  score: Score;
  version: number;
  /** Epoch milliseconds. */
  since: number;
  /** The server counts it once, however often it is sent. */
  key: string;
}

/** A score that the server rejected, and why. */
export interface RefusedScore {
  unsent: UnsentScore;
  message: string;
  /** Somebody else was faster, so the two have to be compared. */
  isConflict: boolean;
}

/** For browsers without storage. */
let memory: UnsentScore[] = [];

function readScores(): UnsentScore[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as unknown;
    const scores = Array.isArray(stored) ? (stored as UnsentScore[]) : [];
    return keptAt(scores, serverNow());
  } catch {
    return memory;
  }
}

/** Those that are still worth sending. */
export function keptAt(scores: readonly UnsentScore[], now: number): UnsentScore[] {
  return scores.filter(({ since }) => since > now - KEPT_MS);
}

/** A game's newer score replaces an older one of the same place. */
export function withScore(scores: readonly UnsentScore[], unsent: UnsentScore): UnsentScore[] {
  const isOther = ({ payer_id, round, court_id }: UnsentScore) =>
    payer_id !== unsent.payer_id || round !== unsent.round || court_id !== unsent.court_id;
  return [...scores.filter(isOther), unsent];
}

/** Whether to send it again later, or why the server rejected it. */
export function outcomeOf(unsent: UnsentScore, error: unknown): 'later' | RefusedScore {
  const isAnswer = error instanceof ApiError && error.failure !== null;
  if (!isAnswer || error.status >= 500 || error.status === 429) return 'later';
  const isConflict = error.failure?.reason === 'changed_meanwhile';
  return { unsent, message: error.failure?.error ?? '', isConflict };
}

function writeScores(all: UnsentScore[]): void {
  const scores = all.slice(-MAX_SCORES);
  memory = scores;
  try {
    if (scores.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(scores));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Kept in memory while the page is open.
  }
}

/**
 * Keeps a place's scores and sends them, now or once there is a network; a game's newer score replaces an older one.
 */
export function useUnsentScores(payerId: number) {
  const [scores, setScores] = useState<readonly UnsentScore[]>([]);
  const [refused, setRefused] = useState<RefusedScore | null>(null);

  const send = useCallback(async () => {
    for (const unsent of readScores().filter(({ payer_id }) => payer_id === payerId)) {
      const result = await sendScore(unsent);
      if (result === 'later') break;
      writeScores(readScores().filter(({ key }) => key !== unsent.key));
      setRefused(result === 'sent' ? null : result);
    }
    setScores(readScores().filter(({ payer_id }) => payer_id === payerId));
  }, [payerId]);

  useEffect(() => {
    const sendNow = () => void send();
    sendNow();
    addEventListener('online', sendNow);
    return () => removeEventListener('online', sendNow);
  }, [send]);
  useEffect(() => {
    if (scores.length === 0) return;
    const timer = setTimeout(() => void send(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [scores, send]);

  const save = (score: Omit<UnsentScore, 'payer_id' | 'key' | 'since'>) => {
    const unsent = { ...score, payer_id: payerId, since: serverNow(), key: newIdempotencyKey() };
    const kept = withScore(readScores(), unsent);
    writeScores(kept);
    setScores(kept.filter(({ payer_id }) => payer_id === payerId));
    setRefused(null);
    return send();
  };
  return { scores, refused, save, dismiss: () => setRefused(null) };
}

async function sendScore(unsent: UnsentScore): Promise<'sent' | 'later' | RefusedScore> {
  const { payer_id, key, since: _, ...body } = unsent;
  const params = { id: payer_id };
  try {
    const answer = await callApi('PUT /api/payers/:id/tournament/score', {
      params,
      keyOf: `p${payer_id}`,
      body,
      headers: { 'idempotency-key': key },
    });
    showTournament(payer_id, answer);
    return 'sent';
  } catch (error) {
    return outcomeOf(unsent, error);
  }
}

export function showTournament(payerId: number, answer: PayerTournament): void {
  setQueryData('GET /api/payers/:id/tournament', answer, { params: { id: payerId } });
}
