import { WEEKDAYS } from '../../../src/domain/business-day.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import type { PlanTerms } from '../../../src/domain/plan-schemas.ts';
import { TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import { PRICING_TIERS } from '../../../src/domain/slot.ts';
import { usePageData } from '../../shared/page-data.tsx';

export type Scope = PlanTerms['hours_for'];

export const ANY_PLAY: Scope = { tiers: null, courts: null, weekdays: null };

/** Which play something applies to: times of day, weekdays and courts; choosing none of a kind means all. */
export function ScopeFields({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { courts } = usePageData();
  return (
    <>
      <Choices
        legend="Times of day"
        of={PRICING_TIERS.map((tier) => [tier, TIER_LABELS[tier]])}
        chosen={scope.tiers}
        onChange={(tiers) => onChange({ ...scope, tiers })}
      />
      <Choices
        legend="Weekdays"
        of={WEEKDAYS.map((day) => [day, `${day[0]?.toUpperCase()}${day.slice(1, 3)}`])}
        chosen={scope.weekdays}
        onChange={(weekdays) => onChange({ ...scope, weekdays })}
      />
      {courts.length > 1 && (
        <Choices
          legend="Courts"
          of={courts.map(({ id, name }) => [id, shortCourtName(name)])}
          chosen={scope.courts}
          onChange={(chosen) => onChange({ ...scope, courts: chosen })}
        />
      )}
    </>
  );
}

function Choices<Id extends string | number>({
  legend,
  of,
  chosen,
  onChange,
}: {
  legend: string;
  of: readonly (readonly [id: Id, label: string])[];
  /** Null means all. */
  chosen: readonly Id[] | null;
  onChange: (chosen: Id[] | null) => void;
}) {
  const toggle = (id: Id, isOn: boolean) => {
    const next = of.map(([each]) => each).filter((each) => (each === id ? isOn : chosen?.includes(each)));
    onChange(next.length === 0 ? null : next);
  };
  return (
    <fieldset className="plan-choices">
      <legend>
        {legend}
        {chosen === null && <span className="muted">: all</span>}
      </legend>
      {of.map(([id, label]) => (
        <label key={id} className="admin-checkbox">
          <input
            type="checkbox"
            checked={chosen?.includes(id) ?? false}
            onChange={(event) => toggle(id, event.target.checked)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
