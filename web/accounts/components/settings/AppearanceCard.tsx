import { useId } from 'react';
import type { Appearance } from '#domain/accounts/appearance.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useAppearance } from './useAppearance.ts';

type Choice<Name extends keyof Appearance> = {
  name: Name;
  label: string;
  options: readonly { value: Appearance[Name]; label: string }[];
};

const PALETTE: Choice<'palette'> = {
  name: 'palette',
  label: 'Palette',
  options: [
    { value: 'dark', label: 'Dark' },
    { value: 'light', label: 'Light' },
    { value: 'device', label: 'Same as my device' },
  ],
};
const CONTRAST: Choice<'contrast'> = {
  name: 'contrast',
  label: 'Contrast',
  options: [
    { value: 'device', label: 'Same as my device' },
    { value: 'normal', label: 'Normal' },
    { value: 'more', label: 'More' },
  ],
};
const TEXT: Choice<'text'> = {
  name: 'text',
  label: 'Text size',
  options: [
    { value: 'normal', label: 'Normal' },
    { value: 'large', label: 'Large' },
    { value: 'larger', label: 'Larger' },
  ],
};

type GroupProps<Name extends keyof Appearance> = Choice<Name> & {
  chosen: Appearance[Name];
  onChoose: (value: Appearance[Name]) => void;
};

const Group = <Name extends keyof Appearance>({ name, label, options, chosen, onChoose }: GroupProps<Name>) => {
  const group = `${name}-${useId()}`;
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <div className="choices">
        {options.map((option) => (
          <label key={option.value} className="check">
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={chosen === option.value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

export const AppearanceCard = () => {
  const { appearance, choose } = useAppearance();
  return (
    <Panel title="Appearance" className="mt-6">
      <div className="form-grid">
        <Group {...PALETTE} chosen={appearance.palette} onChoose={(palette) => void choose({ palette })} />
        <Group {...CONTRAST} chosen={appearance.contrast} onChoose={(contrast) => void choose({ contrast })} />
        <Group {...TEXT} chosen={appearance.text} onChoose={(text) => void choose({ text })} />
        <p className="small muted">Saved to your account and used on all your devices.</p>
      </div>
    </Panel>
  );
};
