// Alarms, which the three areas have, and their rules, which are the operator's.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { admin } = paths

export const alarmsPlace: Place = place(
  admin.alarms,
  { title: 'Alarms', needs: 'alarms.view', menu: { group: 'Monitor' } },
  () => import('../alarms/AlarmsScreen.tsx'),
)

export const alarmPlaces: readonly Place[] = [
  alarmsPlace,
  ...entityPlaces(admin.alarmRules, {
    title: 'Alarm rules',
    noun: 'alarm rule',
    group: 'Monitor',
    needs: 'alarm_rules',
    list: () => import('../alarm-rules/AlarmRulesScreen.tsx'),
    form: () => import('../alarm-rules/AlarmRuleForm.tsx'),
  }),
]
