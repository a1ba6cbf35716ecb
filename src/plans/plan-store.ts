import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AdminPlan, PlanOffer } from '../domain/api/plan-answers.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { PlanKind } from '../domain/plan.ts';
import type { PlanInput, PlanTerms } from '../domain/plan-schemas.ts';

/** Nobody would read a longer list. */
const MAX_PLANS = 50;

interface PlanRow {
  id: number;
  version_id: number;
  kind: PlanKind;
  name: string;
  active: number;
  terms: string;
  holders: number;
}

/**
 * What the owner sells. A plan's newest version is the one on sale. Every change runs inside a `ClubDb` transaction.
 */
export class PlanStore {
  readonly #selectAll;
  readonly #hasAny;

  constructor(db: Database) {
    this.#selectAll = db.prepare<PlanRow, [string]>(
      `SELECT plan.id, plan_version.id AS version_id, kind, name, active, terms,
         (SELECT count(*) FROM purchase JOIN plan_version AS sold ON sold.id = purchase.version_id
          WHERE sold.plan_id = plan.id AND state = 'active' AND (ends_on >= ? OR paused_on IS NOT NULL)) AS holders
       FROM plan JOIN plan_version
         ON plan_version.id = (SELECT max(id) FROM plan_version WHERE plan_id = plan.id)
       ORDER BY active DESC, kind DESC, plan.id`,
    );
    this.#hasAny = db.prepare<{ found: number }, []>('SELECT EXISTS (SELECT 1 FROM plan) AS found');
  }

  hasAny(): boolean {
    return this.#hasAny.get()?.found === 1;
  }

  list(today: string): AdminPlan[] {
    return this.#selectAll
      .all(today)
      .map(({ terms, active, ...row }) => ({ ...row, active: active === 1, terms: JSON.parse(terms) }));
  }

  listOffers(today: string): PlanOffer[] {
    return this.list(today)
      .filter(({ active }) => active)
      .map(({ active: _, holders: __, ...offer }) => offer);
  }

  /** The plan with these terms; throws if it is no longer sold, or not on these terms. */
  requireOffer(versionId: number, today: string): PlanOffer {
    const offer = this.listOffers(today).find(({ version_id }) => version_id === versionId);
    if (!offer)
      throw new Failure(
        'changed_meanwhile',
        'This plan was changed or is no longer sold. Please look at it again.',
      );
    return offer;
  }

  create(tx: Transaction, input: PlanInput, actor: Actor, today: string): AdminPlan {
    const plans = this.list(today);
    if (plans.length >= MAX_PLANS)
      throw new Failure('wrong_state', `The club has ${MAX_PLANS} plans, which is the most it can have.`);
    assertNameIsFree(plans, input.name, null);
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO plan (kind, name, active) VALUES (?, ?, ?)')
      .run(input.kind, input.name, input.active ? 1 : 0);
    const id = Number(lastInsertRowid);
    insertVersion(tx, id, input.terms, actor);
    recordAuditEntry(tx, actor, 'added', 'plan', id);
    tx.emit({ kind: 'plan.changed', plan_id: id });
    return this.#require(id, today);
  }

  /** What was sold keeps its terms; changed ones become a new version. */
  update(tx: Transaction, id: number, input: PlanInput, actor: Actor, today: string): AdminPlan {
    const before = this.#require(id, today);
    if (before.kind !== input.kind)
      throw invalidField(
        'kind',
        'A plan can’t become a package, nor a package a plan. Please add another one.',
      );
    assertNameIsFree(this.list(today), input.name, id);
    const { name, active } = input;
    tx.db.query('UPDATE plan SET name = ?, active = ? WHERE id = ?').run(name, active ? 1 : 0, id);
    if (JSON.stringify(before.terms) !== JSON.stringify(input.terms))
      insertVersion(tx, id, input.terms, actor);
    const after = this.#require(id, today);
    const details = Object.fromEntries(
      (['name', 'active', 'terms'] as const)
        .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
        .map((field) => [field, { from: before[field], to: after[field] }]),
    );
    if (Object.keys(details).length === 0) return after;
    recordAuditEntry(tx, actor, 'edited', 'plan', id, details);
    tx.emit({ kind: 'plan.changed', plan_id: id });
    return after;
  }

  #require(id: number, today: string): AdminPlan {
    const plan = this.list(today).find((each) => each.id === id);
    if (!plan) throw new Failure('not_found', 'There is no plan with this number.');
    return plan;
  }
}

function insertVersion(tx: Transaction, planId: number, terms: PlanTerms, { user_id }: Actor): void {
  tx.db
    .query('INSERT INTO plan_version (plan_id, terms, created_at, created_by) VALUES (?, ?, ?, ?)')
    .run(planId, JSON.stringify(terms), tx.now, user_id);
}

function assertNameIsFree(plans: readonly PlanOffer[], name: string, exceptId: number | null): void {
  const isTaken = plans.some(
    (plan) => plan.id !== exceptId && plan.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw invalidField('name', 'Another plan already has this name.');
}
