import clsx from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type MenuProps = {
  /** A single button. */
  trigger: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called after the menu has closed. `preventDefault` keeps the focus from returning to the trigger. */
  onClosed?: (event: Event) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
};

/**
 * A menu under a button. It does not lock the page, so that a click elsewhere works immediately. It has no portal, so that it
 * belongs to the same landmark as its button.
 */
export function Menu(props: MenuProps) {
  const { trigger, isOpen, onOpenChange, onClosed, align = 'end', side = 'bottom', children } = props;
  return (
    <DropdownMenu.Root
      modal={false}
      {...(isOpen !== undefined && { open: isOpen })}
      {...(onOpenChange && { onOpenChange })}
    >
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        side={side}
        sideOffset={8}
        collisionPadding={12}
        onCloseAutoFocus={(event) => onClosed?.(event)}
        className="motion-pop pop-surface z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto overscroll-contain p-1.5"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

const itemClass =
  'flex h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm font-medium text-fg-2 outline-none select-none md:h-10 ' +
  'data-highlighted:bg-bg-3 data-highlighted:text-fg';

type MenuItemProps = { icon?: ReactNode; isDanger?: boolean; lang?: string | undefined; children: ReactNode };

export function MenuLink({ icon, lang, to, children }: MenuItemProps & { to: string }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} lang={lang} className={itemClass}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

export function MenuAction({ icon, isDanger = false, onSelect, children }: MenuItemProps & { onSelect: () => void }) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={clsx(itemClass, isDanger && 'text-danger! data-highlighted:text-danger!')}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" />;
}

type Choice<Value extends string> = { value: Value; label: string; lang?: string | undefined };

/** A choice of one among several, such as a sort order. The current choice is marked. */
export function MenuChoices<Value extends string>(props: {
  value: Value;
  choices: readonly Choice<Value>[];
  onChoose: (value: Value) => void;
}) {
  return (
    <DropdownMenu.RadioGroup value={props.value}>
      {props.choices.map(({ value, label, lang }) => (
        <DropdownMenu.RadioItem
          key={value}
          value={value}
          lang={lang}
          onSelect={() => props.onChoose(value)}
          className={clsx(itemClass, 'justify-between data-[state=checked]:text-fg')}
        >
          {label}
          <DropdownMenu.ItemIndicator>
            <Check size={16} aria-hidden className="text-primary" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
